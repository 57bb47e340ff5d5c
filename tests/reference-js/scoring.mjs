// The score sheet of a hand (rulesets.md 3, 6).
import { miles } from './car.mjs';

export const BY_RULES = ['trip', 'exhausted'];

// Hand winners: the finisher, else whom nobody_finishes and furthest_tie name.
export function winners(H, ended, rs) {
  if (ended === 'trip') return [H.over.side];
  if (ended !== 'exhausted' || rs.nobody_finishes === 'no_winner') return [];
  const best = Math.max(...H.sides.map((s) => miles(H.cars[s])));
  if (best === 0) return [];
  const first = H.sides.filter((s) => miles(H.cars[s]) === best);
  return first.length > 1 && rs.furthest_tie === 'no_winner' ? [] : first;
}

// May a 100 lie under the kilometres of a setup line (2.3)?
export const perhaps100 = (car) => car.setupKm - 200 * car.setup200 >= 100;

export function sheet(H, ended, rs, penalties) {
  const wins = winners(H, ended, rs);
  const finisher = ended === 'trip' ? H.over.side : null;
  const result = {};
  for (const side of H.sides) {
    const car = H.cars[side];
    const s = {};
    const add = (name, points) => { if (points !== 0) s[name] = (s[name] ?? 0) + points; };
    add('distance', car.km);
    add('bonus_km', car.bonus * rs['score.bonus_km']);
    add('safety', car.safeties.length * rs['score.safety']);
    if (car.safeties.length === 4) add('all_safeties', rs['score.all_safeties']);
    add('coup_fourre', car.coups.length * rs['score.coup_fourre']);
    add('penalty', penalties[side] ?? 0);
    if (BY_RULES.includes(ended)) {
      if (wins.includes(side)) {
        add('trip', rs['score.trip']);
        if (car.n200 === 0) add('safe_trip', rs['score.safe_trip']);
        if (car.n200 === 0 && car.n100 === 0 && !perhaps100(car)) add('no_200_no_100', rs['score.no_200_no_100']);
      }
      if (side === finisher) {
        const delayed = rs['score.delayed_action_when'] === 'pile_empty' ? H.finish.exhausted : H.finish.failedDraw;
        if (delayed) add('delayed_action', rs['score.delayed_action']);
        if (H.sides.every((o) => o === side || H.cars[o].km === 0)) add('shut_out', rs['score.shut_out']);
      }
      extension(H, finisher, side, rs, add);
      const none = H.sides.filter((o) => o !== side && H.cars[o].km === 0).length;
      if (car.km > 0) {
        add('capot', none * rs['score.capot_each']);
        if (none > 0) add('capot', rs['score.capot_once']);
      }
    }
    result[side] = { miles: miles(car), score: s, total: Object.values(s).reduce((a, b) => a + b, 0) };
  }
  return { winners: wins, sides: result };
}

function extension(H, finisher, side, rs, add) {
  if (H.caller === null) return;
  if (finisher !== null && side === finisher && (finisher === H.caller || rs['extension.success_to'] === 'finisher')) {
    add('extension', rs['score.extension']);
  }
  if (finisher !== H.caller && side !== H.caller) {
    const to = rs['extension.failure_to'];
    if (to === 'each_opponent' || (to === 'each_if_finished' && finisher !== null)) add('extension', rs['score.extension']);
  }
}
