// What a card laid does to the cars (1.5, 1.6, 1.8, 2.1).
import { isDistance, isHazard, safetyOf, hazardOf } from './cards.mjs';
import * as C from './car.mjs';
import * as R from './rules.mjs';

export const cardsLaid = {
  // A card that is no safety goes where 1.5 or 2.1 says, with its usual effect.
  putCard(card, side, on, seat) {
    const { H, rs } = this;
    const own = H.cars[side];
    if (isDistance(card)) {
      const d = Number(card);
      if (R.uOvershoot(d, own, H.target, rs).length) { H.discard.push(card); return; }
      this.countDistance(own, card);
      this.testTarget(side, seat, true);
      return;
    }
    if (isHazard(card)) {
      const car = H.cars[on ?? side];
      if (on === null || on === side || C.has(car, safetyOf(card))) { H.discard.push(card); return; }
      this.landHazard(card, on);
      return;
    }
    if (card === 'L+') own.speed.push(card);
    else if (card === 'R+') { own.battle.push(card); own.needsRoll = false; }
    else if (C.top(own, rs) === hazardOf(card)) own.battle.push(card);
    else H.discard.push(card);
    this.pruneWindows();
  },

  countDistance(car, card) {
    car.km += Number(card);
    car.laid[card] = (car.laid[card] ?? 0) + 1;
    if (card === '200') car.n200++;
    if (card === '100') car.n100++;
  },

  // A safety laid on one's own turn. Its card has left the hand already. Says whether it earns an extra turn.
  ownSafety(safety, seat, drawless, held) {
    const { rs } = this;
    const answers = this.H.windows.filter((w) => w.side === seat[0] && safetyOf(w.hazard) === safety)
      .map((w) => this.entitled(w, seat, held)).filter((x) => x !== 'no');
    const exhausted = this.exhausted();
    this.closeByAction(seat, drawless);
    const second = this.H.sides.some((s) => C.has(this.H.cars[s], safety));
    if (second) { // nothing changes, but its extra turn (2.1)
      this.H.cars[seat[0]].spare.push(safety);
      return rs['safety.extra_turn'] === 'yes' && !(exhausted && rs.extra_turn_when_exhausted === 'no');
    }
    const coup = answers.length > 0;
    const doubtful = coup && !answers.includes('yes');
    if (doubtful) this.unverified('U-COUP', seat);
    this.putSafety(safety, seat, coup, doubtful);
    if (exhausted && rs.extra_turn_when_exhausted === 'no') return false;
    this.doubtfulExtra = doubtful && rs['safety.extra_turn'] === 'no';
    return coup || rs['safety.extra_turn'] === 'yes';
  },

  putSafety(safety, seat, coup, doubtful) {
    const { H, rs } = this;
    const side = seat[0];
    const car = H.cars[side];
    const plain = structuredClone(car);
    const index = C.topIndex(car, rs);
    const gone = C.cure(car, safety, coup, rs);
    car.safeties.push(safety);
    H.discard.push(...gone);
    if (coup) car.coups.push(safety);
    this.pruneWindows();
    this.addBonus(car, side, seat, rs['safety.km']);
    const bonus = coup ? this.addBonus(car, side, seat, rs['coup_fourre.km'], doubtful) : 0;
    if (!doubtful) return;
    // What a plain safety would have left there.
    const cured = C.cure(plain, safety, false, rs);
    const hazard = gone.length > cured.length ? gone[0] : null;
    car.doubtful.push({ safety, bonus, hazard, index, needsRoll: plain.needsRoll });
  },

  addBonus(car, side, seat, km, doubtful = false) {
    const { H, rs } = this;
    if (km === 0 || H.over) return 0;
    if (rs.finish === 'exact' && C.miles(car) + km > H.target) return 0;
    car.bonus += km;
    this.testTarget(side, seat, false);
    if (doubtful && H.over) H.inDoubt = true; // the rest of the hand hangs on a coup in doubt (2.3)
    return km;
  },

  // Trip, or the one exception: exactly at the base target, by a distance card (1.8).
  testTarget(side, seat, byDistance) {
    const { H, rs } = this;
    const m = C.miles(H.cars[side]);
    const there = rs.finish === 'exact' ? m === H.target : m >= H.target;
    if (!there || H.over) return;
    H.finish = { side, exhausted: this.exhausted(), failedDraw: H.drawlessSeen };
    const base = this.game.seating.target;
    if (byDistance && H.caller === null && this.game.seating.extension !== null && m === base && H.target === base) {
      H.pending = { side, seat, turn: H.turnCount };
      return;
    }
    H.over = { reason: 'trip', side };
  },
};
