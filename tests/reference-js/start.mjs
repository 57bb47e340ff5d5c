// How a hand starts: setup, deal, pile (U-DEAL, U-COPIES; notation.md).
import { packSize } from './cards.mjs';
import * as E from './evidence.mjs';

export const start = {
  begin() {
    const { H, rs } = this;
    const early = this.lines.filter((l) => ['setup', 'deal', 'pile'].includes(l.type));
    const setups = early.filter((l) => l.type === 'setup');
    const at = (l) => ({ line: l.line, column: l.column });
    if (rs.start_needs_roll === 'given') for (const s of H.sides) H.cars[s].battle.push('R+');
    let pileSet = null;
    for (const l of setups) {
      const tooMany = this.uCopies(() => { if (l.side) this.setupSide(H.cars[l.side], l.values); else this.setupRest(l.values); });
      if ('pile' in l.values) pileSet = l.values.pile;
      if (tooMany) this.violate('MB140', 'U-COPIES', at(l));
    }
    for (const l of early.filter((x) => x.type === 'deal')) {
      if (setups.length === 0 && l.cards.length !== rs.hand_size) this.violate('MB104', 'U-DEAL', at(l));
      const tooMany = this.uCopies(() => { H.seats[l.seat] = E.bag(l.cards); });
      if (l.cards.includes('?')) { this.hiddenFaces[l.seat] = true; this.hides = true; }
      if (tooMany) {
        this.violate('MB140', 'U-COPIES', { ...at(l), seat: l.seat });
        this.contradicted(l.seat);
      }
    }
    for (const s of H.order) if (!H.seats[s]) { H.seats[s] = E.unknownBag(rs.hand_size); this.hides = true; }
    // What hands and named cards leave of the pack.
    let rest = packSize(this.pack);
    for (const s of H.order) rest -= this.size(s);
    for (const s of H.sides) {
      const car = H.cars[s];
      rest -= car.battle.length + car.speed.length + car.safeties.length + car.setup200;
    }
    rest = Math.max(0, rest - H.discard.length);
    this.pileSetUp = pileSet !== null;
    H.pile.rest = E.unknownBag(pileSet ?? rest);
    const pile = early.find((x) => x.type === 'pile');
    if (pile) {
      const expected = pileSet ?? (setups.length ? pile.cards.length : rest);
      if (pile.cards.length !== expected) this.violate('MB105', 'U-DEAL', at(pile));
      const tooMany = this.uCopies(() => this.setPile(pile.cards, E.unknownBag(0)));
      if (tooMany) { this.violate('MB140', 'U-COPIES', at(pile)); this.setPile([], E.unknownBag(pile.cards.length)); }
    }
    if (H.next === null) H.next = this.line.first;
    this.testNobody();
  },

  setupSide(car, v) {
    if ('km' in v) { car.km = v.km; car.setupKm = v.km; }
    if ('bonus' in v) car.bonus = v.bonus;
    if ('battle' in v) car.battle = [...v.battle];
    if ('speed' in v) car.speed = [...v.speed];
    if ('200s' in v) { car.n200 = v['200s']; car.setup200 = v['200s']; }
    if ('needs-roll' in v) car.needsRoll = v['needs-roll'];
    if ('safeties' in v) {
      car.safeties = v.safeties.map((s) => s.slice(0, 2));
      car.coups = v.safeties.filter((s) => s.endsWith('!')).map((s) => s.slice(0, 2));
    }
  },
  setupRest(v) {
    const H = this.H;
    if ('discard' in v) H.discard = [...v.discard];
    if ('next' in v) H.next = v.next;
    if ('caller' in v) H.caller = v.caller;
    if ('target' in v) H.target = v.target;
    else if (v.caller) H.target = this.game.seating.extension ?? H.target;
  },
};
