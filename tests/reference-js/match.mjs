// A record: its hands, totals, and the match (rulesets.md 2 U-SCORE, U-MATCH; 3 match.*).
import { pack } from './cards.mjs';
import { seatingOf } from './rulesets.mjs';
import { uSeating } from './rules.mjs';
import { Hand } from './hand.mjs';
import { sheet, perhaps100 } from './scoring.mjs';
import { withoutDoubtful } from './car.mjs';

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
    this.others = []; // what the totals and the end of the match would be without coups that are in doubt
    this.perhaps = false; // a hand that counts was perhaps over earlier
  }

  violate(code, rule, line, column, hand = null) {
    this.violations.push({ code, rule, line, column, hand, turn: null, seat: null, ruled: false });
  }

  run() {
    const seating = this.record.headerBroken ? [] : uSeating(this.order, this.rs, this.seating.allowed);
    for (const f of seating) this.violate(f.code, f.rule, this.record.seats.at(-1).line, 1);
    const blocks = [];
    let result = null;
    for (const l of this.record.lines) {
      if (l.type === 'carried') for (const p of l.points) this.totals[p.side] += p.points;
      else if (l.type === 'hand') blocks.push({ hand: l, lines: [] });
      else if (l.type === 'result') result = l;
      else if (blocks.length > 0) blocks.at(-1).lines.push(l);
    }
    const carried = this.record.lines.some((l) => l.type === 'carried');
    if (carried) {
      this.counted = blocks.length > 0 ? blocks[0].hand.number - 1 : 0;
      this.look(null);
    }
    let previous = null;
    blocks.forEach((b, i) => {
      const next = blocks[i + 1];
      const where = next ? { line: next.hand.line, column: next.hand.column } : { line: (b.lines.at(-1) ?? b.hand).line, column: 1 };
      const overs = [this.over, ...this.others.map((o) => o.over)].filter(Boolean).length;
      if (b.hand.gap && !this.over) this.judged = false; // hands before it may be missing
      else if (previous) this.rotation(previous, b.hand);
      if (overs > 0 && this.judged) { // U-MATCH
        if (overs === this.others.length + 1 && !this.perhaps) {
          this.violate('MB530', 'U-MATCH', b.hand.line, b.hand.column, b.hand.number);
          return;
        }
        this.unverified.push('U-MATCH');
        this.perhaps = true;
      }
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
    if (this.explained(l.side, l.value)) hand.unverified('U-CHECK');
    else hand.violate('MB414', 'U-CHECK', at);
  }

  // Can a total differ by what rests on unseen cards?
  explained(side, total) { return this.perhaps || this.others.some((o) => o.totals[side] === total); }

  score(hand) {
    const { H } = hand;
    if (hand.cut) {
      this.judged = false;
      this.collect(hand);
      return;
    }
    const ended = hand.endedAs;
    const { winners, sides } = sheet(H, ended, this.rs, hand.penalties);
    const others = otherPositions(H, this.rs).map((h) => sheet(h, ended, this.rs, hand.penalties));
    const claims = hand.endLine ? hand.endLine.points : [];
    const byPeople = ['conceded', 'forfeit', 'adjudicated'].includes(ended);
    const perhaps = hand.perhapsNoDistance() || H.inDoubt;
    for (const c of claims) {
      if (byPeople) {
        for (const o of [sides, ...others.map((x) => x.sides)]) o[c.side].total = c.points;
        continue;
      }
      if (sides[c.side].total === c.points) continue;
      if (perhaps || others.some((o) => o.sides[c.side].total === c.points)) hand.unverified('U-SCORE');
      else hand.violate('MB401', 'U-SCORE', { line: hand.endLine.line, column: c.column });
    }
    this.hands.push({ number: hand.line.number, ended, winners, target: H.target, caller: H.caller, sides });
    if (COUNTING.includes(ended)) {
      if (perhaps) this.perhaps = true;
      this.counted++;
      this.addOthers({ winners, sides }, others, byPeople);
      this.add(this.totals, sides);
      this.look({ ended, winners, byPeople });
    }
    this.collect(hand);
  }
  add(totals, sides) { for (const s of this.sides) totals[s] += sides[s].total; }
  // Every way in which coups in doubt may have counted or not.
  addOthers(counted, others, byPeople) {
    const seen = new Set();
    const list = [];
    for (const [i, before] of [{ totals: this.totals }, ...this.others].entries()) {
      for (const [k, sheet] of [counted, ...others].entries()) {
        if (i + k === 0) continue;
        const totals = { ...before.totals };
        this.add(totals, sheet.sides);
        const key = JSON.stringify([totals, sheet.winners]);
        if (seen.has(key)) continue;
        if (list.length >= 4096) { this.perhaps = true; continue; }
        seen.add(key);
        list.push({ totals, over: this.matchOver(totals, { winners: sheet.winners, byPeople }) });
      }
    }
    this.others = list;
  }
  collect(hand) {
    this.violations.push(...hand.violations);
    this.unverified.push(...hand.notes.map((n) => n.check));
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
      if (this.explained(p.side, p.points)) this.unverified.push('U-SCORE');
      else this.violate('MB402', 'U-SCORE', l.line, p.column);
    }
    if (l.outcome === null) return;
    if (!this.judged) { this.unverified.push('U-MATCH'); return; }
    const fits = [this.over, ...this.others.map((o) => o.over)].map((over) => this.outcomeFits(l, over));
    const race = this.rs['match.end'] === 'race';
    const people = race && this.over && this.byPeople && ['won', 'tied'].includes(l.outcome);
    const perhaps = this.perhaps && (this.over !== null || !fits[0]);
    if (people || perhaps || new Set(fits).size > 1) this.unverified.push('U-MATCH');
    else if (!fits[0]) this.violate('MB531', 'U-MATCH', l.line, l.outcomeColumn);
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

// The same position, but some or all of the coups that are in doubt were none, or no 100 lies under a setup's kilometres.
function otherPositions(H, rs) {
  let list = [H, ...withoutDoubtful(H)];
  if (rs['score.no_200_no_100'] !== 0) {
    for (const side of H.sides.filter((s) => perhaps100(H.cars[s]))) {
      list = list.flatMap((h) => {
        const no100 = structuredClone(h);
        no100.cars[side].setupKm = 0;
        return [h, no100];
      });
    }
  }
  return list.slice(1);
}
