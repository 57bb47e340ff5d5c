// One function a rule: what breaks it, as codes (rulesets.md 1.5, 2). No function here changes anything.
import { isDistance, isHazard, isStopping, isPlainRemedy, isSafety, isRemedy, safetyOf, hazardOf } from './cards.mjs';
import * as C from './car.mjs';

const fault = (code, rule) => [{ code, rule }];

// U-SEATING: the seats in order of play.
export function uSeating(seats, rs, seatingAllowed) {
  const sides = [...new Set(seats.map((s) => s[0]))];
  const sizes = sides.map((x) => seats.filter((s) => s[0] === x).length);
  if (sizes.some((n) => n !== sizes[0])) return fault('MB103', 'U-SEATING');
  const mixed = seats.some((s, i) => s[0] !== sides[i % sides.length]);
  return [...(mixed ? fault('MB102', 'U-SEATING') : []), ...(seatingAllowed ? [] : fault('MB101', 'U-SEATING'))];
}

// U-TARGET
export const uTarget = (attacker, victim) => (attacker === victim ? fault('MB201', 'U-TARGET') : []);

// U-PROTECTED
export function uProtected(hazard, car) {
  return C.has(car, safetyOf(hazard)) ? fault('MB202', 'U-PROTECTED') : [];
}

// The second table of 1.5: the first row that applies.
export function stoppingRow(car, rs) {
  const t = C.top(car, rs);
  if (C.rolling(car, rs)) {
    const onlyByR = C.has(car, 'R*') && t === null && rs.start_needs_roll !== 'no';
    if (onlyByR) return rs.hazard_on_bare_right_of_way === 'yes' ? [] : fault('MB206', 'hazard_on_bare_right_of_way');
    return [];
  }
  if (C.stopped(car, rs)) return rs.hazard_on_hazard === 'yes' ? [] : fault('MB204', 'hazard_on_hazard');
  if (t !== null || car.needsRoll) return rs.hazard_on_remedy === 'yes' ? [] : fault('MB205', 'hazard_on_remedy');
  return fault('MB203', 'U-STARTED');
}

// limit_on_limit
export function limitOnLimit(car, rs) {
  if (!C.limited(car) || rs.limit_on_limit === 'yes') return [];
  return fault('MB207', 'limit_on_limit');
}

// U-ROLLING
export function uRolling(car, rs) {
  if (C.rolling(car, rs)) return [];
  if (C.stopped(car, rs)) return fault('MB230', 'U-ROLLING');
  return fault(C.top(car, rs) === null && !car.needsRoll ? 'MB232' : 'MB233', 'U-ROLLING');
}

// U-LIMIT-50
export const uLimit50 = (d, car) => (C.limited(car) && d > 50 ? fault('MB231', 'U-LIMIT-50') : []);

// max_200
export const max200 = (d, car, rs) => (d === 200 && car.n200 >= rs.max_200 ? fault('MB235', 'max_200') : []);

// U-OVERSHOOT
export function uOvershoot(d, car, target, rs) {
  return rs.finish === 'exact' && C.miles(car) + d > target ? fault('MB234', 'U-OVERSHOOT') : [];
}

// U-REMEDY
export function uRemedy(card, car, rs) {
  const t = C.top(car, rs);
  const bad = ['A-', 'F-', 'T-'].includes(t);
  if (card === 'R+') {
    if (C.usefulRoll(car, rs)) return [];
    if (rs.useless_remedies === 'yes' && !bad) return [];
    if (rs.useless_remedies === 'roll_only' && (t === null || isPlainRemedy(t))) return [];
    if (bad) return fault('MB212', 'U-REMEDY');
    return fault(C.has(car, 'R*') ? 'MB213' : 'MB214', 'U-REMEDY');
  }
  if (card === 'L+') {
    if (C.limited(car) || rs.useless_remedies === 'yes') return [];
    return fault('MB215', 'U-REMEDY');
  }
  if (t === hazardOf(card)) return [];
  if (C.stopped(car, rs)) return fault('MB210', 'U-REMEDY');
  return rs.useless_remedies === 'yes' ? [] : fault('MB211', 'U-REMEDY');
}

// 1.5: everything that a card breaks when `side` lays it on its own turn.
export function layFaults(card, side, on, hand, rs) {
  const own = hand.cars[side];
  if (isHazard(card)) {
    const wrongSide = uTarget(side, on);
    if (wrongSide.length) return wrongSide;
    const car = hand.cars[on];
    const row = isStopping(card) ? stoppingRow(car, rs) : limitOnLimit(car, rs);
    return [...uProtected(card, car), ...row];
  }
  if (isDistance(card)) {
    const d = Number(card);
    return [...uRolling(own, rs), ...uLimit50(d, own), ...max200(d, own, rs), ...uOvershoot(d, own, hand.target, rs)];
  }
  if (isRemedy(card)) return uRemedy(card, own, rs);
  return [];
}

// playable (1.3). With `change`, L- on a car that needs 50 or less does not count (1.8 nobody_can_play).
export function playable(card, side, hand, rs, change = false) {
  if (isSafety(card)) return true;
  const strict = { ...rs, useless_remedies: 'no' };
  if (!isHazard(card)) return layFaults(card, side, null, hand, strict).length === 0;
  return hand.sides.some((v) => v !== side && layFaults(card, side, v, hand, strict).length === 0
    && !(change && card === 'L-' && hand.target - C.miles(hand.cars[v]) <= 50));
}
