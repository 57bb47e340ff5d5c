// A record: its hands, totals, and the match (rulesets.md 2 U-SCORE, U-MATCH; 3 match.*).
import { pack } from './cards.mjs';
import { seatingOf } from './rulesets.mjs';
import { uSeating } from './rules.mjs';
import { Hand } from './hand.mjs';
import { sheet } from './scoring.mjs';

export const COUNTING = ['trip', 'exhausted', 'conceded', 'forfeit', 'adjudicated'];

export class Game {
  constructor(record, rs, policy) {
    this.record = record;
    this.rs = rs;
    this.policy = policy;
    this.order = record.seats.map((s) => s.seat);
    this.sides = [...new Set(this.order.map((s) => s[0]))];
    const perSide = this.order.filter((s) => s[0] === this.sides[0]).length;
    const equal = this.sides.every((x) => this.order.filter((s) => s[0] === x).length === perSide);
    this.seating = seatingOf(rs, this.sides.length, perSide, equal);
    this.pack = pack(this.seating.reduced);
    this.violations = [];
    this.unverified = [];
    this.hands = [];
    this.totals = Object.fromEntries(this.sides.map((s) => [s, 0]));
    this.counted = 0;
    this.over = null; // {winners} when the match is over
    this.byPeople = false;
    this.judged = true;
    this.doubts = []; // points that rest on cards nobody saw: {side, points}
    this.perhaps = false;
  }

  violate(code, rule, line, column, hand = null) {
    this.violations.push({ code, rule, line, column, hand, turn: null, seat: null, ruled: false });
  }

  run() {
    const seating = uSeating(this.order, this.rs, this.seating.allowed);
    for (const f of seating) this.violate(f.code, f.rule, this.record.seats.at(-1).line, 1);
    const blocks = [];
    let result = null;
    let lastLine = this.record.line;
    for (const l of this.record.lines) {
      if (l.type === 'carried') for (const p of l.points) this.totals[p.side] += p.points;
      else if (l.type === 'hand') blocks.push({ hand: l, lines: [] });
      else if (l.type === 'result') result = l;
      else if (blocks.length > 0) blocks.at(-1).lines.push(l);
      if (l.type !== 'result') lastLine = l.line;
    }
    const carried = this.record.lines.some((l) => l.type === 'carried');
    if (carried) {
      this.counted = blocks.length > 0 ? blocks[0].hand.number - 1 : 0;
      this.look(null);
    }
    let previous = null;
    blocks.forEach((b, i) => {
      const next = blocks[i + 1];
      const where = next ? { line: next.hand.line, column: next.hand.column }
        : result ? { line: result.line, column: result.column } : { line: lastLine, column: 1 };
      if (this.over && this.judged) { // U-MATCH
        this.violate('MB530', 'U-MATCH', b.hand.line, b.hand.column, b.hand.number);
        return;
      }
      if (previous) this.rotation(previous, b.hand);
      const hand = new Hand(this, b.hand, b.lines);
      hand.replay();
      hand.close(where, !next);
      this.score(hand);
      previous = hand;
    });
    if (result) this.result(result);
  }

  // first.rotation
  rotation(previous, hand) {
    const rule = this.rs['first.rotation'];
    if (rule === 'any' || previous.cut) return;
    const first = previous.line.first;
    const again = rule === 'same' || ['abandoned', 'unfinished'].includes(previous.endedAs);
    const expected = again ? first : this.order[(this.order.indexOf(first) + 1) % this.order.length];
    if (hand.first !== expected) this.violate('MB106', 'first.rotation', hand.line, hand.column, hand.number);
  }

  checkTotal(hand, l, at) {
    if (!this.judged) { hand.unverified('U-CHECK'); return; }
    const has = this.totals[l.side];
    if (l.value === has) return;
    if (this.explained(l.side, has - l.value)) hand.unverified('U-CHECK');
    else hand.violate('MB414', 'U-CHECK', at);
  }

  // Can a difference be made of points that rest on unseen cards?
  explained(side, difference) {
    if (this.perhaps) return true;
    let sums = new Set([0]);
    for (const d of this.doubts) if (d.side === side) sums = new Set([...sums, ...[...sums].map((x) => x + d.points)]);
    return sums.has(difference);
  }

  score(hand) {
    const { H } = hand;
    if (hand.cut) {
      this.judged = false;
      this.collect(hand);
      return;
    }
    const ended = hand.endedAs;
    const { winners, sides } = sheet(H, ended, this.rs, hand.penalties);
    const claims = hand.endLine ? hand.endLine.points : [];
    const byPeople = ['conceded', 'forfeit', 'adjudicated'].includes(ended);
    const perhaps = H.maybeOver && this.rs.exhaustion === 'stop_when_no_distance_left';
    const claimed = new Set();
    for (const c of claims) {
      if (byPeople) { sides[c.side].total = c.points; claimed.add(c.side); continue; }
      const difference = sides[c.side].total - c.points;
      if (difference === 0) continue;
      const doubts = this.handDoubts(H, c.side);
      if (perhaps || (difference > 0 && sumsOf(doubts).has(difference))) hand.unverified('U-SCORE');
      else hand.violate('MB401', 'U-SCORE', { line: hand.endLine.line, column: c.column });
    }
    this.hands.push({ number: hand.line.number, ended, winners, target: H.target, caller: H.caller, sides });
    if (COUNTING.includes(ended)) {
      for (const s of this.sides) this.totals[s] += sides[s].total;
      for (const s of this.sides) if (!claimed.has(s)) for (const p of this.handDoubts(H, s)) this.doubts.push({ side: s, points: p });
      if (perhaps) this.perhaps = true;
      this.counted++;
      this.look({ ended, winners, byPeople });
    }
    this.collect(hand);
  }
  handDoubts(H, side) {
    return H.cars[side].doubtful.map((d) => this.rs['score.coup_fourre'] + d.bonus * this.rs['score.bonus_km']).filter((p) => p > 0);
  }
  collect(hand) {
    this.violations.push(...hand.violations);
    this.unverified.push(...hand.unverifiedList);
  }

  // M-MATCH: is the match over after this hand?
  look(hand) {
    this.over = this.matchOver(this.totals, hand);
    if (this.over && hand) this.byPeople = hand.byPeople;
  }
  matchOver(totals, hand) {
    const rs = this.rs;
    if (rs['match.end'] === 'race') return hand ? { winners: hand.winners } : null;
    const best = Math.max(...this.sides.map((s) => totals[s]));
    const reached = rs['match.hands'] === 'none' ? best >= rs['match.target'] : this.counted >= rs['match.hands'];
    if (!reached) return null;
    const first = this.sides.filter((s) => totals[s] === best);
    if (first.length > 1 && rs['match.tie'] === 'play_on') return null;
    return { winners: first };
  }

  result(l) {
    for (const p of l.points) {
      if (!this.judged) { this.unverified.push('U-SCORE'); continue; }
      if (p.points === this.totals[p.side]) continue;
      if (this.explained(p.side, this.totals[p.side] - p.points)) this.unverified.push('U-SCORE');
      else this.violate('MB402', 'U-SCORE', l.line, p.column);
    }
    if (l.outcome === null) return;
    if (!this.judged) { this.unverified.push('U-MATCH'); return; }
    if (this.outcomeFits(l, this.over)) return;
    const race = this.rs['match.end'] === 'race';
    if (race && this.over && this.byPeople && ['won', 'tied'].includes(l.outcome)) { this.unverified.push('U-MATCH'); return; }
    if (this.perhaps) { this.unverified.push('U-MATCH'); return; }
    if (!race && this.doubts.length > 0) {
      const less = { ...this.totals };
      for (const d of this.doubts) less[d.side] -= d.points;
      if (this.outcomeFits(l, this.matchOver(less, null))) { this.unverified.push('U-MATCH'); return; }
    }
    this.violate('MB531', 'U-MATCH', l.line, l.outcomeColumn);
  }

  // U-MATCH: `won` names the winners, `tied` says all sides or none; the rest is for a match that is not over.
  outcomeFits(l, over) {
    if (l.outcome === 'won') {
      return over !== null && !(this.rs['match.end'] === 'race' && this.byPeople)
        && over.winners.length === l.sides.length && over.winners.every((s) => l.sides.includes(s));
    }
    if (l.outcome === 'tied') {
      return over !== null && !(this.rs['match.end'] === 'race' && this.byPeople)
        && (over.winners.length === this.sides.length || over.winners.length === 0);
    }
    if (over === null) return true;
    return this.rs['match.end'] === 'race' && this.byPeople && ['conceded', 'forfeit', 'adjudicated'].includes(l.outcome);
  }
}

function sumsOf(list) {
  let sums = new Set([0]);
  for (const p of list) sums = new Set([...sums, ...[...sums].map((x) => x + p)]);
  return sums;
}
