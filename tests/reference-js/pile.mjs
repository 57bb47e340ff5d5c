// The draw pile and the discard pile: U-DRAW, exhaustion of a reshuffle line, draw_from_discard (1.4, 2.3).
// A draw pile is `top`, cards in order, over `rest`, cards in no order.
import { isDistance } from './cards.mjs';
import * as E from './evidence.mjs';

export const pile = {
  pileCount() { return this.H.pile.top.length + E.size(this.H.pile.rest); },
  // Is a face of it known?
  pileKnown() { return this.H.pile.top.some((c) => c !== '?') || E.informed(this.H.pile.rest); },
  setPile(top, rest) { Object.assign(this.H.pile, { top: [...top], rest }); },
  // All its cards lie in no order.
  orderUnknown() {
    const { top, rest } = this.H.pile;
    for (const c of top) E.add(rest, c);
    this.setPile([], rest);
  },

  // One written card from the draw pile into a hand. Gives 'bad' if it cannot have lain there, 'open' if nobody can tell.
  drawFromPile(seat, card) {
    const { H } = this;
    let answer = 'ok';
    this.turnOverIfDue();
    if (this.pileCount() > 0) {
      const known = this.pileKnown();
      answer = this.leavesPile(card);
      if (!known) answer = 'ok'; // only the number drawn is asked
      // The pile did hold a distance card.
      if (isDistance(card) && this.rs.exhaustion === 'stop_when_no_distance_left') H.maybeOver = false;
    }
    if (card === '?') { this.hiddenFaces[seat] = true; this.hides = true; }
    this.receive(seat, card);
    return answer;
  },
  leavesPile(card) {
    const { top, rest } = this.H.pile;
    const first = top[0];
    if (first === '?' || (first !== undefined && first === card)) {
      top.shift();
      return card === '?' || first === '?' ? 'open' : 'ok';
    }
    this.orderUnknown();
    if (card === '?') { E.remove(rest, '?'); return 'open'; }
    const there = first === undefined ? E.holds(rest, card) : 'no';
    if (there === 'no' && !rest.known[card]) E.forget(rest, E.size(rest) - 1); else E.remove(rest, card);
    return there === 'yes' ? 'ok' : there === 'no' ? 'bad' : 'open';
  },

  // An unwritten draw brings the card that is known to lie on top, else an unknown one;
  // if it may have been from either pile, an unknown one, and of the discards nothing is known any more (1.4).
  drawUnwritten(seat, eitherPile) {
    const { pile, discard } = this.H;
    pile.presumed = true;
    if (eitherPile && this.pileCount() > 0 && discard.length > 0) {
      this.leavesPile('?');
      discard.fill('?');
      this.H.mixed = 0;
      this.receive(seat, '?');
      return '?';
    }
    this.turnOverIfDue();
    if (pile.top.length === 0) E.remove(pile.rest, '?');
    const card = pile.top.shift() ?? '?';
    this.receive(seat, card);
    return card;
  },

  // The card of a void turn goes back on top.
  putBack(card) { this.H.pile.top.unshift(card); },

  receive(seat, card) {
    E.add(this.H.seats[seat], card);
    this.windowsReceive(seat, card);
  },

  takeTopDiscard(seat, card) {
    if (card === '?') { this.hiddenFaces[seat] = true; this.hides = true; }
    const answer = this.leavesDiscard(card);
    this.receive(seat, card);
    return answer;
  },
  // A card leaves the discard pile, of which the lowest `mixed` cards lie in no order.
  leavesDiscard(card) {
    const { H } = this;
    const d = H.discard;
    const known = d.some((c) => c !== '?');
    if (d.length === 0) return 'bad';
    if (card === '?' && known) return this.discardUnknown('open');
    const reach = d.length > H.mixed ? d.slice(-1) : d;
    const take = (c, answer) => {
      d.splice(d.lastIndexOf(c), 1);
      H.mixed = answer === 'bad' ? d.length : Math.min(H.mixed, d.length);
      return answer;
    };
    if (reach.includes(card)) return take(card, 'ok');
    if (reach.includes('?')) return take('?', known ? 'open' : 'ok');
    if (d.includes(card)) return take(card, 'bad');
    return this.discardUnknown('bad');
  },
  discardUnknown(answer) {
    this.H.discard = Array(this.H.discard.length - 1).fill('?');
    this.H.mixed = 0;
    return answer;
  },

  // A draw from an empty draw pile first turns the whole discard pile.
  turnOverIfDue() {
    const { H } = this;
    if (this.pileCount() > 0 || this.rs.exhaustion !== 'reshuffle' || H.discard.length === 0) return;
    this.setPile([], E.bag(H.discard));
    H.discard = [];
    H.mixed = 0;
  },

  // U-DRAW at the beginning of a turn.
  turnDraw(l, where) {
    const { H, rs } = this;
    const d = l.draw;
    const exhausted = H.mid.drawless;
    if (d === null) {
      this.hides = true; // also where nothing could be drawn
      this.unverified('U-DRAW', l.seat);
      if (exhausted) return;
      H.mid.drawn.push({ card: this.drawUnwritten(l.seat, rs.draw_from_discard === 'top'), from: 'pile' });
      this.closeByDraw(l.seat);
      return;
    }
    const at = { ...where, column: d.column };
    const bad = (code, rule) => this.turnFaults.push(this.violate(code, rule, at));
    if (d.cards.length === 0) {
      if (!exhausted) bad('MB120', 'U-DRAW');
      return;
    }
    if (exhausted) bad('MB121', 'U-DRAW');
    else if (d.cards.length > 1) bad('MB122', 'U-DRAW');
    if (d.from === 'discard' && rs.draw_from_discard === 'no') bad('MB126', 'draw_from_discard');
    const asked = !exhausted && d.cards.length === 1; // once under each check
    this.takeCards(l.seat, d, asked ? (code) => bad(code, 'U-DRAW') : null, () => bad('MB140', 'U-COPIES'));
    for (const card of d.cards) H.mid.drawn.push({ card, from: d.from });
    this.closeByDraw(l.seat);
  },

  // The cards of a written draw go into the hand.
  takeCards(seat, d, wrongCard, copies) {
    let bad = false;
    let open = false;
    const tooMany = this.uCopies(() => {
      for (const card of d.cards) {
        const answer = d.from === 'discard' ? this.takeTopDiscard(seat, card) : this.drawFromPile(seat, card);
        if (answer === 'bad') bad = true;
        if (answer === 'open') open = true;
      }
    });
    if (bad && wrongCard) wrongCard(d.from === 'discard' ? 'MB127' : 'MB124');
    else if (open) this.unverified('U-DRAW', seat);
    if (tooMany) { copies(); this.contradicted(seat); }
  },

  // A turn that goes on writes no draw.
  drawAgain(l, where) {
    if (!l.draw || l.draw.cards.length === 0) return;
    const at = { ...where, column: l.draw.column };
    this.turnFaults.push(this.violate('MB123', 'U-DRAW', at));
    if (l.draw.from === 'discard' && this.rs.draw_from_discard === 'no') this.turnFaults.push(this.violate('MB126', 'draw_from_discard', at));
    this.takeCards(l.seat, l.draw, null, () => this.turnFaults.push(this.violate('MB140', 'U-COPIES', at)));
    for (const card of l.draw.cards) this.H.mid.drawn.push({ card, from: l.draw.from });
    this.closeByDraw(l.seat);
  },

  // A reshuffle that is not due, or that names other cards, puts the discard pile under the draw pile, its order unknown.
  reshuffleLine(l) {
    const { H, rs } = this;
    const at = { line: l.line, column: l.column };
    const due = rs.exhaustion === 'reshuffle' && this.pileCount() === 0 && H.discard.length > 0 && !H.over && !H.ended;
    const same = this.sameCards(l.cards);
    if (!due) this.violate('MB128', 'exhaustion', at);
    else if (!same) this.violate('MB129', 'exhaustion', at);
    else if (this.namedBesides(l.cards, H.discard) > 0) this.unverified('exhaustion'); // perhaps a discard written `?`
    const tooMany = this.uCopies(() => {
      if (due && same && l.cards.length > 0) this.setPile(l.cards, E.unknownBag(0));
      else for (const c of H.discard) E.add(H.pile.rest, c);
      H.discard = [];
      H.mixed = 0;
    });
    if (tooMany) { this.violate('MB140', 'U-COPIES', at); this.setPile([], E.unknownBag(this.pileCount())); }
  },
  sameCards(given) {
    const { discard } = this.H;
    if (given.length === 0) return true;
    const unknown = (list) => list.filter((c) => c === '?').length;
    return given.length === discard.length && this.namedBesides(given, discard) <= unknown(discard)
      && this.namedBesides(discard, given) <= unknown(given);
  },
  // How many cards one list names that the other does not.
  namedBesides(a, b) {
    const count = (list, c) => list.filter((x) => x === c).length;
    return Object.keys(this.pack).reduce((n, c) => n + Math.max(0, count(a, c) - count(b, c)), 0);
  },
};
