// Rulings: U-RULING and rulesets.md 2.2.
import * as E from './evidence.mjs';

const ON_PLAYS = ['stands', 'retract', 'void'];

// Does a ruling on a play follow this turn line that names the seat? Such a ruling overrides the policy,
// but for one that finds no such fault: it has no effect.
export function rulingAhead(hand, index, seat, faults) {
  const checks = hand.notes.slice(hand.turnFrom).map((n) => n.check);
  const takesEffect = (code) => !code || faults.some((v) => v.code === code) || perhapsThere(hand, code, checks, 'line');
  for (let i = index + 1; i < hand.lines.length; i++) {
    const l = hand.lines[i];
    if (l.type === 'turn' || l.type === 'unreadable') return false;
    if (l.type === 'ruling' && ON_PLAYS.includes(l.verb) && l.seat === seat && takesEffect(l.code)) return true;
  }
  return false;
}

// The place of a ruling on a play that follows on the same turn line, -1 if there is none.
export function rulingOnPlayAfter(lines, index) {
  for (let i = index + 1; i < lines.length && !['turn', 'end', 'unreadable'].includes(lines[i].type); i++) {
    if (lines[i].type === 'ruling' && ON_PLAYS.includes(lines[i].verb)) return i;
  }
  return -1;
}

// The checks that can be unverified, by their codes.
const CHECKS = [
  [/^MB11/, 'U-ORDER'], [/^MB12[0-57]/, 'U-DRAW'], [/^MB126/, 'draw_from_discard'], [/^MB12[89]/, 'exhaustion'],
  [/^MB13/, 'U-HOLD'], [/^MB14/, 'U-COPIES'], [/^MB201/, 'U-TARGET'], [/^MB202/, 'U-PROTECTED'], [/^MB203/, 'U-STARTED'],
  [/^MB204/, 'hazard_on_hazard'], [/^MB205/, 'hazard_on_remedy'], [/^MB206/, 'hazard_on_bare_right_of_way'],
  [/^MB207/, 'limit_on_limit'], [/^MB21/, 'U-REMEDY'], [/^MB23[023]/, 'U-ROLLING'], [/^MB231/, 'U-LIMIT-50'],
  [/^MB234/, 'U-OVERSHOOT'], [/^MB235/, 'max_200'], [/^MB24[01]/, 'U-ONE-ACTION'], [/^MB242/, 'discard_when'],
  [/^MB243/, 'discard_safety'], [/^MB30/, 'U-COUP'], [/^MB41/, 'U-CHECK'], [/^MB50/, 'U-HAND-OVER'], [/^MB52/, 'U-EXT'],
];

// Is the fault there that the ruling names? What is unverified is not made certain by a ruling on it (2.3).
function finds(hand, code, covered, checks, where, bad) {
  if (!code || covered.some((v) => hand.violations.includes(v))) return true;
  const perhaps = covered.length > 0 || perhapsThere(hand, code, checks, where);
  if (perhaps) hand.unverified('U-RULING'); else bad('MB603');
  return perhaps;
}

// A fault that is not found: perhaps it is there, but cannot be seen (2.3).
function perhapsThere(hand, code, checks, where) {
  const check = CHECKS.find(([re]) => re.test(code))?.[1];
  return checks.includes(check) || (hand.hides && check === 'U-COPIES') || (['MB501', 'MB502'].includes(code) && hand.perhapsOver[where]);
}

// 2.3: a ruling may be on a fault that nobody can see, if the hand so far hides anything.
function unknownFrom(hand, seats) {
  if (!hand.hides) return;
  for (const s of seats) hand.unknownHand(s);
  hand.orderUnknown();
  hand.testNobody();
}

export function applyRuling(hand, l) {
  const at = { line: l.line, column: l.column };
  const bad = (code) => hand.violate(code, 'U-RULING', at);
  if (ON_PLAYS.includes(l.verb)) { onPlay(hand, l, bad); return; }
  const all = [...hand.violations, ...hand.deferred].sort((a, b) => a.line - b.line || a.column - b.column);
  if (l.verb === 'penalty') {
    if (l.code) {
      const v = all.filter((x) => x.code === l.code && x.seat && x.seat[0] === l.side).at(-1);
      if (!finds(hand, l.code, v ? [v] : [], hand.notes.map((n) => n.check), 'soFar', bad)) return;
      if (v) v.ruled = true; else unknownFrom(hand, hand.H.order.filter((s) => s[0] === l.side));
    }
    hand.penalties[l.side] = (hand.penalties[l.side] ?? 0) + l.points;
    return;
  }
  // forfeit, redeal: all of the hand, once
  if (hand.annulled) { bad('MB602'); return; }
  const covered = all.filter((x) => !l.code || x.code === l.code);
  if (!finds(hand, l.code, covered, hand.notes.map((n) => n.check), 'soFar', bad)) return;
  for (const v of covered) v.ruled = true;
  hand.annulled = true;
  if (hand.H.ended) return;
  hand.H.pending = null;
  hand.H.over = { reason: l.verb === 'forfeit' ? 'forfeit' : 'abandoned', byRuling: true, loser: l.side ?? null };
}

function onPlay(hand, l, bad) {
  const index = hand.events.findLastIndex((e) => e.seat === l.seat);
  if (index < 0) { bad('MB601'); return; }
  const ev = hand.events[index];
  if (ev.ruled) { bad('MB602'); return; }
  const covered = ev.violations.filter((v) => !l.code || v.code === l.code);
  const checks = hand.turnNotes.map((n) => n.check);
  if (!finds(hand, l.code, covered, checks, 'line', bad)) return;
  for (const v of covered) v.ruled = true;
  ev.ruled = l.verb;
  if (hand.H.ended || ev.kind === 'nothing') return;
  if (l.verb === 'stands') stands(hand, ev); else undo(hand, l, ev, index);
  unknownFrom(hand, [ev.seat]);
  const lies = ev.card && ev.card !== '?' && (l.verb === 'stands' || (l.verb === 'void' && ev.kind === 'action'));
  if (lies && hand.hides) hand.H.uncounted[ev.card] = (hand.H.uncounted[ev.card] ?? 0) + 1;
}

function undo(hand, l, ev, index) {
  // What follows on that line is undone and unjudged.
  for (const gone of hand.events.splice(index + 1)) {
    if (gone.violations === hand.turnFaults) continue;
    hand.violations = hand.violations.filter((v) => !gone.violations.includes(v));
    hand.notes = hand.notes.filter((n) => !(gone.notes ?? []).includes(n));
  }
  hand.H = structuredClone(ev.snap);
  const H = hand.H;
  for (const s of hand.spoilt.slice(ev.spoilt)) E.forget(H.seats[s], hand.size(s));
  if (ev.kind === 'interrupt') return;
  if (l.verb === 'retract') {
    if (ev.k > 0) hand.finishTurn(ev.seat, ev.extraBefore);
    return;
  }
  const a = ev.action;
  if (a.kind !== 'pass') {
    if (E.remove(H.seats[ev.seat], a.card) === 'no') E.forget(H.seats[ev.seat], hand.size(ev.seat) - 1);
    H.discard.push(a.card);
  }
  hand.closeByAction(ev.seat, H.mid.noDraw);
  hand.testNobody();
  if (!H.over) hand.finishTurn(ev.seat, false);
}

// An overshoot counts its km, a protected hazard lies dead on its pile; neither finishes anything.
function stands(hand, ev) {
  const H = hand.H;
  if (ev.kind !== 'action' || (!ev.overshoot && !ev.protected)) return;
  const { card, on } = ev.action;
  const i = H.discard.lastIndexOf(card);
  if (i < 0) return;
  H.discard.splice(i, 1);
  if (ev.overshoot) hand.countDistance(H.cars[ev.seat[0]], card);
  else H.cars[on][card === 'L-' ? 'speed' : 'battle'].push('!' + card);
  hand.pruneWindows();
}
