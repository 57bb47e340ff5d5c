// How a hand ends: by exhaustion (1.8), by an `end` line (U-END), and what is unverified then (2.3).
import { isDistance } from './cards.mjs';
import * as E from './evidence.mjs';
import * as R from './rules.mjs';

const DISTANCES = ['25', '50', '75', '100', '200'];

export const ends = {
  testTurnEnd(extra) {
    const { H, rs } = this;
    if (H.over || H.pending) return;
    if (rs.exhaustion === 'stop_when_pile_empty' && this.pileCount() === 0 && !extra) H.over = { reason: 'exhausted' };
    if (rs.exhaustion === 'stop_when_no_distance_left' && !extra) this.testNoDistance();
    if (rs.exhaustion === 'play_out' || rs.exhaustion === 'reshuffle') {
      if (this.exhausted() && H.order.every((s) => this.size(s) === 0)) H.over = { reason: 'exhausted' };
    }
    this.testNobody();
  },

  // Does any seat hold a playable card? 'yes', 'no', 'maybe'
  anyPlayable(change) {
    const { H, rs } = this;
    let maybe = false;
    for (const s of H.order) {
      for (const f of E.faces(H.seats[s])) {
        if (!R.playable(f.face, s[0], H, rs, change)) continue;
        if (f.sure) return 'yes';
        maybe = true;
      }
      if (E.unknown(H.seats[s])) maybe = true;
    }
    return maybe ? 'maybe' : 'no';
  },

  // nobody_can_play
  testNobody() {
    const { H, rs } = this;
    if (rs.exhaustion !== 'nobody_can_play' || H.over || H.pending || !this.exhausted()) return;
    const answer = this.anyPlayable(true);
    if (answer === 'no') H.over = { reason: 'exhausted', cannotPlay: true };
    H.maybeOver = answer === 'maybe';
    this.markPerhapsOver();
  },
  // A ruling that ends the hand leaves open whether it was over before.
  perhapsCannotPlay() { return this.H.maybeOver && (!this.H.over || this.H.over.byRuling) && this.rs.exhaustion === 'nobody_can_play' && this.exhausted(); },
  markPerhapsOver() { if (this.perhapsCannotPlay()) this.perhapsOver = { line: true, soFar: true }; },
  // A playable card or a safety was lawfully laid, or a safety shown: the hand was not over before.
  notOverYet(waiting = this.deferred.length) {
    if (this.rs.exhaustion === 'nobody_can_play') this.H.maybeOver = false;
    this.violations.push(...this.deferred.splice(0, waiting));
  },

  // stop_when_no_distance_left
  testNoDistance() {
    const { H, rs } = this;
    if (rs.exhaustion !== 'stop_when_no_distance_left' || H.over || H.pending) return;
    const answer = this.pileHasDistance();
    if (answer === 'no') H.over = { reason: 'exhausted' };
    else H.maybeOver = answer === 'maybe';
  },
  perhapsNoDistance() { return this.H.maybeOver && this.rs.exhaustion === 'stop_when_no_distance_left'; },
  // It has become certain that the pile did hold a distance card.
  testCertain() { if (this.perhapsNoDistance() && this.pileHasDistance() === 'yes') this.H.maybeOver = false; },
  // Is the pile known to hold one (possession)?
  distanceKnown() {
    const { top, rest } = this.H.pile;
    return top.some(isDistance) || DISTANCES.some((c) => E.holds(rest, c) === 'yes');
  },
  // None if all are seen elsewhere; one for certain if more are unseen than cards lie hidden outside the pile.
  pileHasDistance() {
    const { H } = this;
    const { top, rest } = H.pile;
    if (this.pileCount() === 0) return 'no';
    if (this.distanceKnown()) return 'yes';
    if (!top.includes('?') && rest.wild === 0) return DISTANCES.some((c) => rest.known[c] > 0) ? 'maybe' : 'no';
    let least = 0;
    let most = 0;
    for (const c of DISTANCES) {
      const n = H.discard.filter((x) => x === c).length + H.order.reduce((sum, s) => sum + (H.seats[s].known[c] ?? 0), 0)
        + H.sides.reduce((sum, s) => sum + (H.cars[s].laid[c] ?? 0), 0);
      least += n; most += n;
    }
    for (const s of H.sides) {
      const car = H.cars[s];
      const km = Math.max(0, car.setupKm - 200 * car.setup200);
      least += car.setup200 + Math.ceil(km / 100);
      most += car.setup200 + Math.floor(km / 25);
    }
    // A known card that left a hand face down is one of the unknown discards.
    const hidden = H.discard.filter((c) => c === '?').length + H.order.reduce((sum, s) => sum + this.size(s) - E.knownTotal(H.seats[s]), 0);
    const whole = DISTANCES.reduce((sum, c) => sum + this.pack[c], 0);
    if (least >= whole) return 'no';
    return whole - most > Math.max(0, hidden) ? 'yes' : 'maybe';
  },

  // U-END
  end(l) {
    const { H, rs } = this;
    const at = { line: l.line, column: l.column };
    this.endLine = l;
    if (H.pending) this.endUncalled();
    this.testNobody();
    H.ended = true;
    if (H.over) {
      this.endedAs = H.over.reason;
      const same = l.reason === H.over.reason && !(H.over.byRuling && H.over.loser && l.side !== H.over.loser);
      if (this.perhapsNoDistance() && H.over.reason === 'trip' && ['trip', 'exhausted'].includes(l.reason)) this.unverified('U-END');
      else if (!same) this.violate('MB511', 'U-END', at);
      return;
    }
    const byPeople = l.reason !== 'trip' && l.reason !== 'exhausted';
    this.endedAs = byPeople ? l.reason : 'exhausted';
    if (H.maybeOver) { this.unverified('U-END'); return; }
    if (byPeople) return;
    if (l.reason === 'exhausted') {
      if (rs.exhaustion === 'play_out' && this.exhausted()) {
        const answer = this.anyPlayable(false);
        if (answer === 'no') return;
        if (answer === 'maybe') { this.unverified('U-END'); return; }
      }
      // The distance cards that are set up nowhere may lie outside a draw pile that is set up (2.3).
      const elsewhere = rs.exhaustion === 'stop_when_no_distance_left' && this.pileSetUp && this.pileCount() > 0;
      if (elsewhere && !this.distanceKnown()) { this.unverified('U-END'); return; }
    }
    this.violate('MB510', 'U-END', at);
  },

  // The hand has no more lines. `missing`: where a missing end is reported.
  close(missing, isLast) {
    const { H } = this;
    for (const v of this.deferred) this.unverified(v.rule);
    this.deferred = [];
    if (this.cut) return;
    for (const s of H.order) if (this.hiddenFaces[s] && E.unknown(H.seats[s])) this.unverified('U-COPIES');
    if (this.endLine) return;
    if (H.pending) this.endUncalled();
    this.endedAs = H.over ? H.over.reason : 'unfinished';
    if (H.over || !isLast) this.violate('MB512', 'U-END', missing);
    else if (H.maybeOver) this.unverified('U-END');
  },
};
