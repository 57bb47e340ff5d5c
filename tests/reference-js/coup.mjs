// Interrupts: U-COUP and what a coup does (rulesets.md 1.7, 2.1).
import { isSafety, safetyOf } from './cards.mjs';
import * as E from './evidence.mjs';
import * as C from './car.mjs';

// Why this safety may not be shown now: a code (2.4), null if it may, 'maybe' if nobody can tell.
function uCoup(hand, it) {
  const { H } = hand;
  const { seat, card } = it;
  const side = seat[0];
  if (!isSafety(card)) return 'MB301';
  if (H.mid && H.mid.seat[0] === side) return 'MB307';
  const own = H.windows.filter((w) => w.side === side);
  const matching = own.filter((w) => safetyOf(w.hazard) === card);
  const open = matching.filter((w) => w.openFor.includes(seat));
  if (open.length > 0) {
    const answers = open.map((w) => hand.entitled(w, seat, E.holds(H.seats[seat], card)));
    if (answers.every((a) => a === 'no')) return 'MB305';
    return answers.includes('yes') ? null : 'maybe';
  }
  if (matching.length > 0) return 'MB303';
  const car = H.cars[side];
  const lies = [car.battle.at(-1), car.speed.at(-1)];
  if (lies.some((c) => c && /^[AFTRL]-$/.test(c) && safetyOf(c) === card)) return 'MB303';
  if (own.length < H.windows.length) return 'MB306';
  if (own.length > 0) return 'MB304';
  return 'MB302';
}

export function judgeInterrupt(hand, it, at, ev, ruled) {
  const { rs, H } = hand;
  const { seat, card } = it;
  const side = seat[0];
  const fault = (code, rule, where = at) => ev.violations.push(hand.violate(code, rule, where));
  const answer = uCoup(hand, it);
  const lawful = answer === null || answer === 'maybe';
  const oldNext = H.mid ? H.mid.seat : H.next;

  // U-HOLD, U-COPIES
  const handBefore = structuredClone(H.seats[seat]);
  const held = E.remove(H.seats[seat], card);
  if (!lawful) fault(answer, 'U-COUP');
  if (answer === 'maybe') hand.unverified('U-COUP', seat);
  if (held === 'no') {
    fault('MB132', 'U-HOLD');
    hand.contradicted(seat, hand.size(seat) - 1);
  }
  if (held === 'maybe') hand.unverified('U-HOLD', seat);
  if (hand.tooMany(card, hand.total(card) + 1)) {
    fault('MB140', 'U-COPIES');
    hand.contradicted(seat);
  }
  if (isSafety(card)) hand.notOverYet();

  if (!lawful) {
    if (hand.game.policy === 'void' && !ruled()) { // taken back
      hand.backInHand(seat, handBefore, ev.violations);
    }
    else if (isSafety(card)) {
      if (H.sides.some((s) => C.has(H.cars[s], card))) H.cars[side].spare.push(card);
      else hand.putSafety(card, seat, false, false);
    } else hand.putCard(card, side, it.on, seat);
    if (H.pending) H.pending.byInterrupt = true;
    H.falseCoup = seat;
    if (it.draw && it.draw.cards.length > 0 && !H.over) {
      const where = { ...at, column: it.draw.column };
      hand.takeCards(seat, it.draw, (code) => fault(code, 'U-DRAW', where), () => fault('MB140', 'U-COPIES', where));
      hand.closeByDraw(seat);
      if (!H.mid && !H.nextExtra) hand.testTurnEnd(false);
    }
    return;
  }

  // The turn of a seat that has drawn and not acted is void; its card goes back.
  if (H.mid) {
    const voided = H.mid.seat;
    for (const d of [...H.mid.drawn].reverse()) {
      if (E.giveBack(H.seats[voided], d.card) === 'no') hand.unknownHand(voided, hand.size(voided) - 1);
      if (d.from === 'discard') H.discard.push(d.card);
      else hand.putBack(d.card);
    }
    H.mid = null;
    H.next = voided;
    H.nextExtra = false;
  }
  const exhausted = hand.exhausted();
  const second = H.sides.some((s) => C.has(H.cars[s], card));
  if (second) H.cars[side].spare.push(card);
  else hand.putSafety(card, seat, true, answer === 'maybe');
  if (H.over) return;
  const noSecondTurn = H.nextExtra && H.next === seat;
  replacement(hand, it, at, fault, exhausted);
  if (exhausted && rs.extra_turn_when_exhausted === 'no') return;
  if (noSecondTurn) hand.testTurnEnd(false);
  H.altNext = answer === 'maybe' ? (H.altNext ?? oldNext) : null;
  H.next = seat;
  H.nextExtra = true;
}

// U-DRAW: exactly one card from the draw pile, none if exhausted.
function replacement(hand, it, at, fault, exhausted) {
  const { seat, draw } = it;
  const { H } = hand;
  if (draw === null) {
    hand.hides = true; // also where nothing could be drawn
    hand.unverified('U-DRAW', seat);
    if (exhausted) return;
    hand.drawUnwritten(seat, false); // from the draw pile only
    return;
  }
  const where = { ...at, column: draw.column };
  const right = exhausted ? draw.cards.length === 0 : draw.cards.length === 1 && draw.from === 'pile';
  if (!right) fault('MB125', 'U-DRAW', where);
  if (draw.cards.length === 0) return;
  hand.takeCards(seat, draw, right ? (code) => fault(code, 'U-DRAW', where) : null, () => fault('MB140', 'U-COPIES', where));
}
