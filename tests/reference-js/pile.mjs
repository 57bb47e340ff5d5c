// The draw pile and the discard pile: U-DRAW, exhaustion of a reshuffle line, draw_from_discard (1.4, 2.3).
// A pile is `top`, cards in order (the last `listed` of them by a pile line), over `rest`, cards in no known order.
import { isDistance } from './cards.mjs';
import * as E from './evidence.mjs';

export const pile = {
  pileCount() { return this.H.pile.top.length + E.size(this.H.pile.rest); },
  // Is anything known of it? A card put back on it counts, even one written `?`.
  pileKnown() { return this.H.pile.returned > 0 || this.H.pile.top.some((c) => c !== '?') || E.informed(this.H.pile.rest); },
  setPile(top, listed, rest) { Object.assign(this.H.pile, { top: [...top], listed, returned: 0, written: false, rest, perhaps: [] }); },

  // One written card from the draw pile into a hand. Gives 'bad' if it cannot have lain there, 'open' if nobody can tell.
  drawFromPile(seat, card) {
    const { H } = this;
    const pile = H.pile;
    let answer = 'ok';
    this.turnOverIfDue();
    if (this.pileCount() > 0) {
      const known = this.pileKnown();
      if (pile.top.length > 0) {
        const t = this.takeTop();
        if (card === '?') {
          answer = known ? 'open' : 'ok';
          if (t !== '?') pile.perhaps.push(t); // gone or not
        } else if (t === '?') answer = 'open';
        else if (card !== t && pile.perhaps.includes(card)) {
          answer = 'open';
          pile.perhaps.splice(pile.perhaps.indexOf(card), 1);
        }
        else if (card !== t) { answer = 'bad'; this.orderUnknown(t, card); }
      } else {
        const cannot = card !== '?' && !pile.rest.known[card] && pile.rest.wild === 0;
        const was = cannot ? 'no' : E.remove(pile.rest, card);
        if (was === 'no') { answer = 'bad'; E.forget(pile.rest, E.size(pile.rest) - 1); }
        if (was === 'maybe' && (known || pile.written)) answer = 'open';
      }
      // The pile did hold a distance card.
      if (isDistance(card) && this.rs.exhaustion === 'stop_when_no_distance_left') H.maybeOver = false;
    }
    if (card === '?') this.hiddenFaces[seat] = true;
    this.receive(seat, card);
    return answer;
  },
  takeTop() {
    const pile = this.H.pile;
    pile.listed = Math.min(pile.listed, pile.top.length - 1);
    pile.returned = Math.max(0, pile.returned - 1);
    return pile.top.shift();
  },

  // An unwritten draw brings the card that a pile line has there, else an unknown one.
  drawUnwritten(seat) {
    const pile = this.H.pile;
    pile.presumed = true;
    this.turnOverIfDue();
    let card = '?';
    if (pile.top.length > 0) {
      const listed = pile.listed === pile.top.length;
      const t = this.takeTop();
      if (listed) card = t;
    } else E.remove(pile.rest, '?');
    this.receive(seat, card);
    return card;
  },

  // After a draw that the known pile cannot give, its order is unknown.
  orderUnknown(t, card) {
    const { top, rest } = this.H.pile;
    for (const c of [t, ...top]) E.add(rest, c);
    if (rest.known[card]) E.remove(rest, card); else E.forget(rest, E.size(rest) - 1);
    this.setPile([], 0, rest);
  },

  // The card of a void turn goes back on top.
  putBack(card) {
    const pile = this.H.pile;
    if (pile.listed > 0 && pile.listed === pile.top.length) pile.listed++;
    pile.returned++;
    pile.top.unshift(card);
  },

  receive(seat, card) {
    E.add(this.H.seats[seat], card);
    this.windowsReceive(seat, card);
  },

  takeTopDiscard(seat, card) {
    if (card === '?') this.hiddenFaces[seat] = true;
    const answer = this.leavesDiscard(card);
    this.H.mixed = Math.min(this.H.mixed, this.H.discard.length);
    this.receive(seat, card);
    return answer;
  },
  // A card leaves the discard pile, of which the lowest `mixed` cards lie in no known order.
  leavesDiscard(card) {
    const { H } = this;
    const d = H.discard;
    const n = d.length;
    if (n === 0) return 'bad';
    const known = d.some((c) => c !== '?');
    const ordered = n > H.mixed;
    if (ordered && (card === '?' || d.at(-1) === '?' || d.at(-1) === card)) {
      const t = d.pop();
      if (card === '?') return known ? 'open' : 'ok';
      return t === card ? 'ok' : 'open';
    }
    const place = d.lastIndexOf(card);
    if (card !== '?' && place >= 0) { // it lay there, but not on top
      d.splice(place, 1);
      H.mixed = n - 1;
      return ordered ? 'bad' : 'ok';
    }
    const open = !ordered && (card === '?' || d.includes('?'));
    H.discard = Array(n - 1).fill('?');
    H.mixed = n - 1;
    return open ? (known ? 'open' : 'ok') : 'bad';
  },

  // A draw from an empty draw pile first turns the whole discard pile.
  turnOverIfDue() {
    const { H } = this;
    if (this.pileCount() > 0 || this.rs.exhaustion !== 'reshuffle' || H.discard.length === 0) return;
    this.setPile([], 0, E.bag(H.discard));
    H.pile.written = true; // its unknown cards are discards written `?`
    H.discard = [];
    H.mixed = 0;
  },

  // U-DRAW at the beginning of a turn.
  turnDraw(l, where) {
    const { H, rs } = this;
    const d = l.draw;
    const exhausted = H.mid.drawless;
    if (d === null) {
      this.unverified('U-DRAW', l.seat);
      if (exhausted) return;
      H.mid.drawn.push({ card: this.drawUnwritten(l.seat), from: 'pile' });
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
    if (d.cards.length > 1) bad('MB122', 'U-DRAW');
    if (d.from === 'discard' && rs.draw_from_discard === 'no') bad('MB126', 'draw_from_discard');
    this.takeCards(l.seat, d, exhausted ? null : (code) => bad(code, 'U-DRAW'), () => bad('MB140', 'U-COPIES'));
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
    if (tooMany) { copies(); this.forgetHand(seat); }
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
    if (H.over || H.ended) return;
    const tooMany = this.uCopies(() => {
      if (due && same && l.cards.length > 0) this.setPile(l.cards, 0, E.unknownBag(0));
      else for (const c of H.discard) E.add(H.pile.rest, c);
      H.discard = [];
      H.mixed = 0;
    });
    if (tooMany) this.violate('MB140', 'U-COPIES', at);
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
