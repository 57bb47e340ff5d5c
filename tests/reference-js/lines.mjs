// Lines between turns: show (U-HOLD), check (U-CHECK).
import { isSafety } from './cards.mjs';
import * as E from './evidence.mjs';
import * as C from './car.mjs';

export const lines = {
  showLine(l) {
    const { H } = this;
    const at = { line: l.line, column: l.column, seat: l.seat };
    const b = H.seats[l.seat];
    if (l.cards.includes('?')) this.hides = true;
    const n = E.size(b);
    const count = {};
    for (const c of l.cards) if (c !== '?') count[c] = (count[c] ?? 0) + 1;
    const faces = Object.keys(count);
    const missing = faces.reduce((sum, c) => sum + Math.max(0, count[c] - (b.known[c] ?? 0)), 0);
    if (l.cards.length > n || (missing > b.wild && b.lost === 0)) {
      this.violate('MB133', 'U-HOLD', at);
      this.contradicted(l.seat);
      return;
    }
    if (l.cards.includes('?') || faces.some((c) => (b.known[c] ?? 0) - b.lost < count[c])) this.unverified('U-HOLD', l.seat);
    const tooMany = this.uCopies(() => {
      if (l.cards.length === n && !l.cards.includes('?')) {
        E.forget(b, 0);
        for (const c of l.cards) E.add(b, c);
      } else {
        for (const c of faces) {
          while ((b.known[c] ?? 0) < count[c]) { if (b.wild > 0) b.wild--; b.known[c] = (b.known[c] ?? 0) + 1; }
        }
      }
    });
    if (tooMany) { this.violate('MB140', 'U-COPIES', at); this.contradicted(l.seat); }
    if (l.cards.some(isSafety)) this.notOverYet();
    this.testNobody();
    this.testCertain();
  },

  checkLine(l) {
    const { H } = this;
    const at = { line: l.line, column: l.column };
    if (l.fact === 'pile') {
      if (l.value !== this.pileCount()) {
        this.violate('MB411', 'U-CHECK', at);
        if (H.pile.presumed) this.setPile([], E.unknownBag(l.value));
      }
      H.pile.presumed = false;
    }
    if (l.fact === 'miles') {
      const car = H.cars[l.side];
      if (l.value === C.miles(car)) return;
      if (car.doubtful.some((x) => x.bonus > 0 && l.value === C.miles(car) - x.bonus)) this.unverified('U-CHECK');
      else this.violate('MB412', 'U-CHECK', at);
    }
    if (l.fact === 'cards') {
      const who = l.seat ? [l.seat] : H.order.filter((s) => s[0] === l.side);
      if (l.value !== who.reduce((n, s) => n + this.size(s), 0)) this.violate('MB413', 'U-CHECK', at);
    }
    if (l.fact === 'total') this.game.checkTotal(this, l, at);
  },
};
