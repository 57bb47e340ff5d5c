// The windows in which a coup fourré may be shown (1.7), and who held what when (2.3).
import { safetyOf } from './cards.mjs';
import * as E from './evidence.mjs';

export const windows = {
  // A draw by a seat closes windows.
  closeByDraw(seat) {
    const kind = this.rs['coup_fourre.window'];
    const H = this.H;
    if (kind === 'next_draw') H.windows = [];
    if (kind === 'own_side_draw') H.windows = H.windows.filter((w) => w.side !== seat[0]);
    if (kind === 'own_draw') {
      for (const w of H.windows) w.openFor = w.openFor.filter((s) => s !== seat);
      H.windows = H.windows.filter((w) => w.openFor.length > 0);
    }
  },
  // A card laid or discarded closes windows of earlier turns with next_play; in a drawless turn
  // the action closes what the draw would have closed.
  closeByAction(seat, drawless) {
    const H = this.H;
    if (this.rs['coup_fourre.window'] === 'next_play') H.windows = H.windows.filter((w) => w.turn === H.turnCount);
    else if (drawless) {
      const fresh = H.windows.filter((w) => w.turn === H.turnCount);
      H.windows = H.windows.filter((w) => w.turn !== H.turnCount);
      this.closeByDraw(seat);
      H.windows.push(...fresh);
    }
  },
  pruneWindows() {
    const H = this.H;
    H.windows = H.windows.filter((w) => {
      const pile = H.cars[w.side][w.pile];
      return pile.length - 1 === w.index && pile.at(-1) === w.hazard;
    });
  },

  landHazard(card, on) {
    const H = this.H;
    const pile = card === 'L-' ? 'speed' : 'battle';
    H.cars[on][pile].push(card);
    H.windows = H.windows.filter((w) => !(w.side === on && w.pile === pile));
    const w = { side: on, pile, hazard: card, index: H.cars[on][pile].length - 1, turn: H.turnCount, openFor: [], held: {}, unseen: {} };
    for (const s of H.order) {
      if (s[0] !== on) continue;
      w.openFor.push(s);
      w.held[s] = E.holds(H.seats[s], safetyOf(card));
    }
    H.windows.push(w);
  },
  windowsReceive(seat, card) {
    for (const w of this.H.windows) {
      if (w.side !== seat[0]) continue;
      if (card === '?') w.unseen[seat] = true;
      if (card === safetyOf(w.hazard) && w.held[seat] !== 'yes') w.held[seat] = 'no';
    }
  },

  // Was the safety in that seat's hand when the hazard landed? `now`: whether it is there when it is shown.
  entitled(w, seat, now) {
    if (!w.openFor.includes(seat)) return 'no';
    if (this.rs['coup_fourre.held'] === 'at_showing') return 'yes';
    if (w.held[seat] === 'maybe' && !w.unseen[seat] && now === 'yes') return 'yes';
    return w.held[seat];
  },
};
