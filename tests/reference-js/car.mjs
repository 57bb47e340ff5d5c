// A car: its piles and what they say (rulesets.md 1.2, 1.3, 1.6).
import { isStopping, isPlainRemedy, safetyOf } from './cards.mjs';

export function newCar() {
  return {
    battle: [], speed: [], safeties: [], coups: [], doubtful: [], spare: [],
    laid: {}, km: 0, bonus: 0, n200: 0, n100: 0, setupKm: 0, setup200: 0, needsRoll: false, doubtfulBonus: 0,
  };
}

// A card of a pile; "!" before it: a covered hazard that a ruling let stand, which lies dead.
export const face = (card) => card.replace('!', '');
export const miles = (car) => car.km + car.bonus;
export const has = (car, safety) => car.safeties.includes(safety);

// dead: covered, and (safety.cures=all, or R- or L-).
export function isDead(car, card, rs) {
  if (card.startsWith('!')) return true;
  if (!/-$/.test(card) || !has(car, safetyOf(card))) return false;
  return rs['safety.cures'] === 'all' || card === 'R-' || card === 'L-';
}

// The index of the top of the battle pile, -1 if there is none.
export function topIndex(car, rs) {
  for (let i = car.battle.length - 1; i >= 0; i--) if (!isDead(car, car.battle[i], rs)) return i;
  return -1;
}
export function top(car, rs) {
  const i = topIndex(car, rs);
  return i < 0 ? null : car.battle[i];
}
export const stopped = (car, rs) => { const t = top(car, rs); return t !== null && isStopping(t); };
export const limited = (car) => car.speed.at(-1) === 'L-' && !has(car, 'R*');
export const started = (car, rs) => rs.start_needs_roll === 'no' || car.battle.includes('R+');

export function rolling(car, rs) {
  const t = top(car, rs);
  if (stopped(car, rs)) return false;
  if (has(car, 'R*')) return true;
  if (car.needsRoll) return false;
  if (t === 'R+') return true;
  if (t !== null && isPlainRemedy(t)) return rs.roll_after_remedy === 'no' && started(car, rs);
  return t === null && rs.start_needs_roll === 'no';
}

export function usefulRoll(car, rs) {
  return !has(car, 'R*') && !rolling(car, rs) && !['A-', 'F-', 'T-'].includes(top(car, rs));
}

// 1.6: what a safety does to the hazards there. Gives the cards that go to the discard pile.
export function cure(car, safety, coup, rs) {
  const gone = [];
  const i = topIndex(car, rs);
  const t = i < 0 ? null : car.battle[i];
  if (safety === 'R*') {
    if (t === 'R-') { gone.push('R-'); car.battle.splice(i, 1); }
    if (t === null || !['A-', 'F-', 'T-'].includes(t)) car.needsRoll = false;
    if (car.speed.at(-1) === 'L-') { gone.push('L-'); car.speed.pop(); }
    return gone;
  }
  if (t !== safety[0] + '-') return gone;
  if (coup || rs['safety.cures'] === 'all') {
    gone.push(t);
    car.battle.splice(i, 1);
    if (!coup && rs.roll_after_safety_cure === 'yes' && !has(car, 'R*')) car.needsRoll = true;
  }
  return gone;
}

// The same position, but some or all of the coups that are in doubt were none.
export function withoutDoubtful(H) {
  const all = H.sides.flatMap((side) => H.cars[side].doubtful.map((d) => ({ side, ...d })));
  const list = [];
  for (let mask = 1; mask < 2 ** all.length; mask++) {
    const h = structuredClone(H);
    all.forEach((d, i) => {
      if (!(mask & (1 << i))) return;
      const car = h.cars[d.side];
      car.coups = car.coups.filter((c) => c !== d.safety);
      car.bonus -= d.bonus;
      if (d.hazard) car.battle.splice(d.index, 0, d.hazard);
      if (d.needsRoll && !car.battle.slice(d.index).includes('R+')) car.needsRoll = true;
    });
    list.push(h);
  }
  return list;
}
