// A turn line: U-ORDER, U-ONE-ACTION, U-HOLD, U-COPIES, U-EXT, discard_when, discard_safety; the interrupts on it.
import { isSafety } from './cards.mjs';
import * as E from './evidence.mjs';
import * as C from './car.mjs';
import * as R from './rules.mjs';
import { judgeInterrupt } from './coup.mjs';
import { rulingAhead } from './rulings.mjs';

export const turn = {
  // While exhausted, seats without a card are skipped.
  seatFrom(first) {
    let seat = first;
    const skipped = [];
    if (this.exhausted()) {
      while (this.size(seat) === 0 && skipped.length < this.H.order.length) { skipped.push(seat); seat = this.left(seat); }
      if (skipped.length === this.H.order.length) seat = first;
    }
    return { seat, skipped };
  },

  turnLine(l, index) {
    const { H } = this;
    this.events = [];
    this.turnFaults = [];
    this.turnNotes = [];
    this.turnFrom = this.notes.length;
    this.perhapsOver.line = false;
    this.markPerhapsOver();
    H.turnCount++;
    const where = { line: l.line, turn: l.number, seat: l.seat };
    const onlyPass = l.actions.length === 1 && l.actions[0].kind === 'pass' && (!l.draw || l.draw.cards.length === 0) && l.interrupts.length === 0;
    const next = this.seatFrom(H.next);
    if (onlyPass && this.size(l.seat) === 0 && this.exhausted()) {
      const accepted = H.over || H.ended || (!H.mid && next.skipped.includes(l.seat));
      if (accepted) { this.nothing(l.seat, []); return; }
    }
    if (H.over || H.ended) { this.lineAfterEnd(l, where); return; }
    this.resolvePending();
    const continues = H.mid !== null && H.mid.seat === l.seat;
    if (!continues) this.uOrder(l, next, where);
    H.falseCoup = null; H.altNext = null; H.nextExtra = false;
    const perhapsOver = this.perhapsNoDistance();
    if (continues) this.drawAgain(l, where);
    else {
      const drawless = this.exhausted();
      if (drawless) H.drawlessSeen = true;
      H.mid = { seat: l.seat, drawn: [], drawless, noDraw: drawless || l.draw?.cards.length === 0 };
      this.turnDraw(l, where);
    }
    this.testNobody();
    this.testCertain();
    const isVoid = this.actions(l, index, where);
    if (perhapsOver) this.unverified('U-HAND-OVER', l.seat);
    // Policy void leaves the interrupts on the line of a voided lay undone and unjudged.
    if (!isVoid) l.interrupts.forEach((it, k) => this.interrupt(it, l, index, k));
    this.turnNotes = this.notes.slice(this.turnFrom);
  },

  // U-HAND-OVER
  lineAfterEnd(l, where) {
    const { H } = this;
    for (const x of [l, ...l.interrupts]) if (x.draw?.cards.includes('?')) { this.hiddenFaces[x.seat] = true; this.hides = true; }
    if (l.actions.some((a) => a.card === '?')) this.hides = true;
    const ignorable = H.over?.cannotPlay && (!l.draw || l.draw.cards.length === 0)
      && l.actions.every((a) => this.changesNothing(a));
    if (!ignorable) this.turnFaults.push(this.violate('MB501', 'U-HAND-OVER', { ...where, column: l.seatColumn }));
    if (l.actions.length > 0) this.nothing(l.seat, this.turnFaults);
    for (const it of l.interrupts) {
      const v = this.violate('MB502', 'U-HAND-OVER', { line: l.line, turn: l.number, seat: it.seat, column: it.column });
      this.nothing(it.seat, [v]);
    }
  },

  // An event that has no effect; a ruling may be on it.
  nothing(seat, violations) { this.events.push({ seat, kind: 'nothing', violations, snap: null, ruled: null }); },

  // Discards, passes, and L- on cars that need 50 or less (1.8 nobody_can_play).
  changesNothing(a) {
    if (a.kind !== 'lay') return true;
    return a.card === 'L-' && a.on !== null && this.H.target - C.miles(this.H.cars[a.on]) <= 50;
  },

  // U-ORDER
  uOrder(l, next, where) {
    const { H } = this;
    const at = { ...where, column: l.seatColumn };
    if (H.mid) {
      H.mid = null;
      if (l.seat !== H.falseCoup) this.turnFaults.push(this.violate('MB112', 'U-ORDER', at));
      return;
    }
    // The seat whose turn it would be if a coup in doubt were none; the declarer's own turn stands either way.
    if (H.altNext !== null) {
      const other = this.seatFrom(H.altNext).seat;
      if (other !== next.seat && l.seat === other) { this.unverified('U-ORDER', l.seat); return; }
    }
    if (l.seat === next.seat || l.seat === H.falseCoup) return;
    const extra = H.nextExtra && next.skipped.length === 0;
    this.turnFaults.push(this.violate(extra ? 'MB111' : 'MB110', 'U-ORDER', at));
  },

  // Says whether policy void undid a lay or discard.
  actions(l, index, where) {
    let extra = false;
    let done = 0;
    let isVoid = false;
    l.actions.forEach((a, k) => {
      const at = { ...where, column: a.column };
      // At the base target without a call the hand is over, unless a turn or an interrupt follows.
      if (this.H.pending && !l.call && l.interrupts.length === 0) this.endUncalled();
      if (this.H.over) {
        if (this.H.over.cannotPlay && this.changesNothing(a)) { done++; return; }
        this.turnFaults.push(this.violate('MB501', 'U-HAND-OVER', at));
        this.nothing(l.seat, this.turnFaults);
        return;
      }
      const ev = { seat: l.seat, kind: 'action', violations: this.turnFaults, snap: structuredClone(this.H), ruled: null, spoilt: this.spoilt.length, action: a, card: a.card, k, extraBefore: extra };
      this.events.push(ev);
      const last = k === l.actions.length - 1 && !l.interrupts.some((it) => it.seat === l.seat);
      const ruled = () => last && rulingAhead(this, index, l.seat, this.turnFaults);
      a.doubtful = false;
      const waiting = this.deferred.length; // faults of earlier events
      const result = this.action(a, k, l, at, ev, ruled);
      if (a.doubtful) this.H.inDoubt = true; // the rest of the hand hangs on a coup in doubt (2.3)
      if (result.lawful) this.notOverYet(waiting);
      if (!result.takenBack) extra = result.extra;
      if (result.isVoid) isVoid = true;
      done++;
      this.testNobody();
    });
    if (l.call && !isVoid) this.call(l, where); // undone with all that follows on that line
    if (!this.H.over && done > 0) this.finishTurn(l.seat, extra);
    return isVoid;
  },

  // One action: what it breaks, then what it does.
  action(a, k, l, at, ev, ruled) {
    const { H, rs } = this;
    const faults = [];
    const seat = l.seat;
    const side = seat[0];
    const drawless = H.mid.noDraw; // its action closes what its draw would have closed
    let lawful = false;
    if (k > 0) faults.push({ code: 'MB240', rule: 'U-ONE-ACTION' });
    if (a.kind === 'pass') {
      if (this.size(seat) > 0) faults.push({ code: 'MB241', rule: 'U-ONE-ACTION' });
      this.turnFaults.push(...this.violateAll(faults, at));
      this.closeByAction(seat, drawless && rs['coup_fourre.window'] !== 'next_play');
      return { extra: false };
    }
    if (a.kind === 'discard') {
      this.discardWhen(a.card, seat, faults);
      if (rs.discard_safety === 'no') {
        if (isSafety(a.card)) faults.push({ code: 'MB243', rule: 'discard_safety' });
        if (a.card === '?' && this.perhapsSafety(seat)) this.unverified('discard_safety', seat);
      }
    } else {
      faults.push(...this.layFaults(a, seat));
      lawful = R.playable(a.card, side, H, rs, true) && !this.changesNothing(a);
      ev.overshoot = faults.some((f) => f.code === 'MB234');
      ev.protected = faults.some((f) => f.code === 'MB202');
    }
    // U-HOLD
    const handBefore = structuredClone(H.seats[seat]);
    const held = E.remove(H.seats[seat], a.card);
    if (held === 'no') {
      faults.push({ code: a.kind === 'discard' ? 'MB131' : 'MB130', rule: 'U-HOLD' });
      this.contradicted(seat, this.size(seat) - 1);
    }
    if (held === 'maybe') this.unverified('U-HOLD', seat);
    // U-COPIES: the card leaves the hand and lies somewhere.
    if (a.card !== '?' && this.tooMany(a.card, this.total(a.card) + 1)) {
      faults.push({ code: 'MB140', rule: 'U-COPIES' });
      this.contradicted(seat);
    }
    this.turnFaults.push(...this.violateAll(faults, at));
    lawful = lawful && faults.length === 0;
    const isVoid = this.game.policy === 'void' && !ruled() && (k > 0 || faults.length > 0);
    if (isVoid && k > 0) { // taken back
      this.backInHand(seat, handBefore, faults);
      return { extra: false, takenBack: true };
    }
    if (isVoid || a.kind === 'discard') {
      this.closeByAction(seat, drawless);
      H.discard.push(a.card);
      if (a.card === '?') this.hides = true;
      return { extra: false, isVoid };
    }
    if (isSafety(a.card)) return { extra: this.ownSafety(a.card, seat, drawless, held), lawful };
    this.closeByAction(seat, drawless);
    this.putCard(a.card, side, a.on, seat);
    return { extra: false, lawful };
  },

  // What a card laid breaks. A lay that is lawful only with or only without a coup in doubt is unverified (2.3).
  layFaults(a, seat) {
    const list = [this.H, ...C.withoutDoubtful(this.H)].map((h) => R.layFaults(a.card, seat[0], a.on, h, this.rs));
    if (list.every((f) => f.length === 0) || list.every((f) => f.length > 0)) return list[0];
    for (const rule of new Set(list.flat().map((f) => f.rule))) this.unverified(rule, seat);
    a.doubtful = true;
    return [];
  },

  // discard_when: the card discarded is one of the hand, whatever else is known of it.
  discardWhen(card, seat, faults) {
    if (this.rs.discard_when !== 'only_if_no_play') return;
    const b = this.H.seats[seat];
    const can = (c) => !isSafety(c) && R.playable(c, seat[0], this.H, this.rs);
    const list = E.faces(b).filter((f) => can(f.face));
    const unknown = b.wild - (card !== '?' && !b.known[card] ? 1 : 0); // a card that was not known is the unknown one
    if (list.some((f) => f.sure) || (card !== '?' && can(card))) faults.push({ code: 'MB242', rule: 'discard_when' });
    else if (list.length > 0 || unknown > 0) this.unverified('discard_when', seat);
  },

  // May the hand hold a safety?
  perhapsSafety(seat) {
    const b = this.H.seats[seat];
    return E.unknown(b) || E.faces(b).some((f) => isSafety(f.face));
  },

  // U-EXT
  call(l, where) {
    const { H } = this;
    const callable = H.pending !== null && H.pending.seat === l.seat && H.pending.turn === H.turnCount && !H.pending.byInterrupt;
    if (l.call.word === 'noext') {
      if (callable) this.endUncalled();
      return;
    }
    if (!callable) {
      this.turnFaults.push(this.violate('MB520', 'U-EXT', { ...where, column: l.call.column }));
      return;
    }
    this.extend();
  },
  endUncalled() {
    this.H.over = { reason: 'trip', side: this.H.pending.side };
    this.H.pending = null;
  },
  extend() {
    const { H } = this;
    H.caller = H.pending.side;
    H.target = this.game.seating.extension;
    H.pending = null;
    H.finish = null;
  },
  // A turn or an interrupt follows on a base target reached without a call.
  resolvePending() {
    if (!this.H.pending) return;
    this.unverified('U-EXT');
    this.extend();
  },

  finishTurn(seat, extra) {
    const { H } = this;
    H.mid = null;
    // While exhausted, seats without a card are skipped, also for an extra turn.
    const earns = extra && !(this.exhausted() && this.size(seat) === 0);
    H.next = extra ? seat : this.left(seat);
    if (this.doubtfulExtra && earns) H.altNext = this.left(seat);
    this.doubtfulExtra = false;
    H.nextExtra = earns;
    if (H.pending) return;
    this.testTurnEnd(earns);
  },

  interrupt(it, l, index, k) {
    const H = this.H;
    const at = { line: l.line, turn: l.number, seat: it.seat, column: it.column };
    const ev = { seat: it.seat, kind: 'interrupt', card: it.card, violations: [], snap: structuredClone(H), spoilt: this.spoilt.length, ruled: null };
    const from = this.notes.length;
    this.events.push(ev);
    if (H.over || H.ended) {
      ev.kind = 'nothing';
      ev.violations.push(this.violate('MB502', 'U-HAND-OVER', at));
      return;
    }
    this.resolvePending();
    const perhapsOver = this.perhapsNoDistance();
    const last = !l.interrupts.slice(k + 1).some((o) => o.seat === it.seat);
    judgeInterrupt(this, it, at, ev, () => last && rulingAhead(this, index, it.seat, ev.violations));
    if (perhapsOver) this.unverified('U-HAND-OVER', it.seat);
    this.testNobody();
    ev.notes = this.notes.slice(from);
  },
};
