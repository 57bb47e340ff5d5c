// Replays one hand, line by line (rulesets.md 1.4 to 1.8, 2, 2.1).
import { isDistance, isHazard, isSafety, safetyOf, hazardOf, packSize } from './cards.mjs';
import * as E from './evidence.mjs';
import * as C from './car.mjs';
import * as R from './rules.mjs';
import { judgeInterrupt } from './coup.mjs';
import { applyRuling, rulingAhead } from './rulings.mjs';

const clone = (x) => structuredClone(x);

export class Hand {
  constructor(game, line, nextLines) {
    this.game = game;
    this.rs = game.rs;
    this.line = line;
    this.lines = nextLines; // the lines of this hand after its `hand` line
    this.violations = [];
    this.deferred = [];
    this.unverifiedList = [];
    this.penalties = {};
    this.events = [];
    this.turnFaults = [];
    this.endLine = null;
    this.endedAs = null;
    this.cut = false;
    this.turn = null;
    this.deferring = false;
    const pack = game.pack;
    this.pack = pack;
    const H = {
      sides: game.sides, order: game.order, cars: {}, seats: {},
      pile: { count: 0, top: [], bag: null, listed: false, presumed: false },
      discard: [], next: line.first, nextExtra: false, altNext: null, falseCoup: null, mid: null,
      windows: [], target: game.seating.target, caller: null, pending: null,
      over: null, finish: null, drawlessSeen: false, maybeOver: false, ended: false, turnCount: 0,
    };
    for (const s of H.sides) H.cars[s] = C.newCar();
    this.H = H;
    this.begin();
  }

  // ---- reports ----

  violate(code, rule, where) {
    const v = { code, rule, line: where.line, column: where.column, hand: this.line.number, turn: where.turn ?? null, seat: where.seat ?? null, ruled: false };
    if (this.deferring) this.deferred.push(v); else this.violations.push(v);
    return v;
  }
  violateAll(faults, where) { return faults.map((f) => this.violate(f.code, f.rule, where)); }
  unverified(check) { this.unverifiedList.push(check); }

  // ---- cards and copies ----

  left(seat) { return this.H.order[(this.H.order.indexOf(seat) + 1) % this.H.order.length]; }
  size(seat) { return E.size(this.H.seats[seat]); }
  exhausted() { return this.H.pile.count === 0 && (this.rs.exhaustion !== 'reshuffle' || this.H.discard.length === 0); }

  total(card) {
    const H = this.H;
    let n = H.discard.filter((c) => c === card).length + H.pile.top.filter((c) => c === card).length;
  
    for (const s of H.order) n += H.seats[s] ? E.copies(H.seats[s], card) : 0;
    for (const s of H.sides) {
      const car = H.cars[s];
      n += [...car.battle, ...car.speed].filter((c) => C.face(c) === card).length;
      n += car.safeties.filter((c) => c === card).length + car.spare.filter((c) => c === card).length;
      n += (car.laid[card] ?? 0) + (card === '200' ? car.setup200 : 0);
    }
    return n;
  }
  totals() { return Object.fromEntries(Object.keys(this.pack).map((c) => [c, this.total(c)])); }

  // U-COPIES: does doing this put more copies of a card into the game than the pack holds?
  uCopies(what) {
    const before = this.totals();
    what();
    const after = this.totals();
    return Object.keys(this.pack).some((c) => after[c] > this.pack[c] && after[c] > before[c]);
  }

  // ---- the start: setup, deal, pile ----

  begin() {
    const { H, rs } = this;
    const early = this.lines.filter((l) => ['setup', 'deal', 'pile', 'unreadable'].includes(l.type));
    const setups = early.filter((l) => l.type === 'setup');
    const at = (l) => ({ line: l.line, column: l.column });
    if (rs.start_needs_roll === 'given') for (const s of H.sides) H.cars[s].battle.push('R+');
    let pileSet = null;
    for (const l of setups) {
      const tooMany = this.uCopies(() => { if (l.side) this.setupSide(H.cars[l.side], l.values); else this.setupRest(l.values); });
      if ('pile' in l.values) pileSet = l.values.pile;
      if (tooMany) this.violate('MB140', 'U-COPIES', at(l));
    }
    for (const l of early.filter((x) => x.type === 'deal')) {
      if (setups.length === 0 && l.cards.length !== rs.hand_size) this.violate('MB104', 'U-DEAL', { ...at(l), seat: l.seat });
      const tooMany = this.uCopies(() => { H.seats[l.seat] = E.bag(l.cards); });
      if (tooMany) {
        this.violate('MB140', 'U-COPIES', { ...at(l), seat: l.seat });
        E.forget(H.seats[l.seat], l.cards.length);
      }
    }
    for (const s of H.order) if (!H.seats[s]) H.seats[s] = E.unknownBag(rs.hand_size);
    // U-DEAL: what hands and named cards leave of the pack.
    let rest = packSize(this.pack);
    for (const s of H.order) rest -= this.size(s);
    for (const s of H.sides) {
      const car = H.cars[s];
      rest -= car.battle.length + car.speed.length + car.safeties.length + car.setup200;
    }
    rest = Math.max(0, rest - H.discard.length);
    H.pile.count = pileSet ?? rest;
    const pile = early.find((x) => x.type === 'pile');
    if (pile) {
      const expected = pileSet ?? (setups.length ? pile.cards.length : rest);
      if (pile.cards.length !== expected) this.violate('MB105', 'U-DEAL', at(pile));
      H.pile.count = pile.cards.length;
      const tooMany = this.uCopies(() => { H.pile.top = [...pile.cards]; });
      H.pile.listed = pile.cards.some((c) => c !== '?');
      if (tooMany) { this.violate('MB140', 'U-COPIES', at(pile)); H.pile.top = []; H.pile.listed = false; }
    }
    if (H.next === null) H.next = this.line.first;
    this.testNoDistance();
    if (rs.exhaustion === 'stop_when_pile_empty' && H.pile.count === 0) H.over = { reason: 'exhausted' };
  }

  setupSide(car, v) {
    if ('km' in v) { car.km = v.km; car.setupKm = v.km; }
    if ('bonus' in v) car.bonus = v.bonus;
    if ('battle' in v) car.battle = [...v.battle];
    if ('speed' in v) car.speed = [...v.speed];
    if ('200s' in v) { car.n200 = v['200s']; car.setup200 = v['200s']; }
    if ('needs-roll' in v) car.needsRoll = v['needs-roll'];
    if ('safeties' in v) {
      car.safeties = v.safeties.map((s) => s.slice(0, 2));
      car.coups = v.safeties.filter((s) => s.endsWith('!')).map((s) => s.slice(0, 2));
    }
  }
  setupRest(v) {
    const H = this.H;
    if ('discard' in v) H.discard = [...v.discard];
    if ('next' in v) H.next = v.next;
    if ('caller' in v) H.caller = v.caller;
    if ('target' in v) H.target = v.target;
    else if (v.caller) H.target = this.game.seating.extension ?? H.target;
  }

  // ---- lines ----

  replay() {
    for (let i = 0; i < this.lines.length; i++) {
      const l = this.lines[i];
      if (l.type === 'unreadable') { this.cut = true; return; }
      if (['setup', 'deal', 'pile', 'other'].includes(l.type)) continue;
      if (l.type === 'turn') this.turnLine(l, i);
      if (l.type === 'reshuffle') this.reshuffleLine(l);
      if (l.type === 'show') this.showLine(l);
      if (l.type === 'check') this.checkLine(l);
      if (l.type === 'ruling') applyRuling(this, l);
      if (l.type === 'end') this.end(l);
    }
  }

  // ---- a turn ----

  nextSeat() {
    const { H } = this;
    let seat = H.next;
    const skipped = [];
    if (this.exhausted()) {
      while (this.size(seat) === 0 && skipped.length < H.order.length) { skipped.push(seat); seat = this.left(seat); }
      if (skipped.length === H.order.length) seat = H.next;
    }
    return { seat, skipped };
  }

  turnLine(l, index) {
    const { H } = this;
    this.turn = l;
    this.events = [];
    this.turnFaults = [];
    H.turnCount++;
    const where = { line: l.line, turn: l.number, seat: l.seat };
    const onlyPass = l.actions.length === 1 && l.actions[0].kind === 'pass' && (!l.draw || l.draw.cards.length === 0) && l.interrupts.length === 0;
    const next = this.nextSeat();
    if (onlyPass && this.size(l.seat) === 0 && this.exhausted()) {
      if (H.over || H.ended) return;
      if (!H.mid && next.skipped.includes(l.seat)) return;
    }
    if (H.over || H.ended) { this.lineAfterEnd(l, where); return; }
    const such = l.actions.length > 0 && l.actions.every((a) => this.changesNothing(a));
    this.deferring = H.maybeOver && this.rs.exhaustion === 'nobody_can_play' && this.exhausted() && such;
    if (H.maybeOver && this.rs.exhaustion === 'stop_when_no_distance_left') this.unverified('U-HAND-OVER');
    this.resolvePending();
    const continues = H.mid !== null && H.mid.seat === l.seat;
    if (!continues) this.uOrder(l, next, where);
    H.falseCoup = null; H.altNext = null; H.nextExtra = false;
    if (continues) this.drawAgain(l, where);
    else {
      const drawless = this.exhausted();
      if (drawless) H.drawlessSeen = true;
      H.mid = { seat: l.seat, drawn: [], drawless };
      this.turnDraw(l, where);
    }
    this.testNobody();
    this.actions(l, index, where);
    if (this.events.length === 0) this.events.push({ seat: l.seat, kind: 'draw', violations: this.turnFaults, snap: clone(H), ruled: null });
    this.deferring = false;
    l.interrupts.forEach((it, k) => this.interrupt(it, l, index, k));
    this.turn = null;
  }

  // U-HAND-OVER
  lineAfterEnd(l, where) {
    const { H } = this;
    const ignorable = H.over?.cannotPlay && !H.ended && (!l.draw || l.draw.cards.length === 0)
      && l.actions.length > 0 && l.actions.every((a) => this.changesNothing(a));
    if (!ignorable) this.turnFaults.push(this.violate('MB501', 'U-HAND-OVER', { ...where, column: l.seatColumn }));
    this.events.push({ seat: l.seat, kind: 'nothing', violations: this.turnFaults, snap: null, ruled: null });
    for (const it of l.interrupts) {
      const v = this.violate('MB502', 'U-HAND-OVER', { line: l.line, turn: l.number, seat: it.seat, column: it.column });
      this.events.push({ seat: it.seat, kind: 'nothing', violations: [v], snap: null, ruled: null });
    }
  }

  // Discards, passes, and L- on cars that need 50 or less (1.8 nobody_can_play).
  changesNothing(a) {
    if (a.kind !== 'lay') return true;
    return a.card === 'L-' && a.on !== null && this.H.target - C.miles(this.H.cars[a.on]) <= 50;
  }

  // U-ORDER
  uOrder(l, next, where) {
    const { H } = this;
    const at = { ...where, column: l.seatColumn };
    if (H.mid) {
      H.mid = null;
      this.turnFaults.push(this.violate('MB112', 'U-ORDER', at));
      return;
    }
    if (l.seat === next.seat || l.seat === H.falseCoup) return;
    if (l.seat === H.altNext) { this.unverified('U-ORDER'); return; }
    const extra = H.nextExtra && next.skipped.length === 0;
    this.turnFaults.push(this.violate(extra ? 'MB111' : 'MB110', 'U-ORDER', at));
  }

  // ---- draws ----

  // One card from the draw pile into a hand. Gives 'bad' if it cannot have lain there, 'open' if nobody can tell.
  drawFromPile(seat, card) {
    const { H } = this;
    const pile = H.pile;
    let answer = 'ok';
    if (pile.count === 0 && this.rs.exhaustion === 'reshuffle' && H.discard.length > 0) this.turnOverDiscards();
    if (pile.count > 0) {
      if (pile.top.length > 0) {
        const t = pile.top.shift();
        if (card !== t && card === '?') answer = 'open';
        else if (card !== t && t === '?') answer = pile.listed ? 'open' : 'ok';
        else if (card !== t) { answer = 'bad'; this.orderUnknown(t, card); }
      } else if (pile.bag) {
        const informed = Object.keys(pile.bag.known).length > 0;
        const was = E.remove(pile.bag, card);
        if (was === 'no') { answer = 'bad'; pile.bag = null; } else if (was === 'maybe' && informed) answer = 'open';
      }
      pile.count--;
      if (pile.count === 0) { pile.top = []; pile.bag = null; }
    }
    this.receive(seat, card);
    return answer;
  }

  // "a draw that contradicts the known pile leaves its order unknown"
  orderUnknown(t, card) {
    const pile = this.H.pile;
    const whole = pile.top.length + 1 + (pile.bag ? E.size(pile.bag) : 0) === pile.count;
    if (!whole) { pile.top = []; pile.bag = null; return; }
    const b = pile.bag ?? E.bag();
    for (const c of [t, ...pile.top]) E.add(b, c);
    pile.top = [];
    pile.bag = E.remove(b, card) === 'no' ? null : b;
  }

  receive(seat, card) {
    E.add(this.H.seats[seat], card);
    for (const w of this.H.windows) {
      if (w.side !== seat[0]) continue;
      if (card === '?') w.hiddenGain[seat] = true;
      if (card === safetyOf(w.hazard)) w.held[seat] = 'no';
    }
  }

  takeTopDiscard(seat, card) {
    const { H } = this;
    const t = H.discard.at(-1);
    if (t === undefined) { this.receive(seat, card); return 'bad'; }
    if (t === '?') for (const s of H.order) if (H.seats[s].hidden > 0) H.seats[s].recycled = true;
    H.discard.pop();
    this.receive(seat, card);
    if (t === card) return 'ok';
    return t === '?' || card === '?' ? 'open' : 'bad';
  }

  turnOverDiscards() {
    const { H } = this;
    for (const s of H.order) if (H.seats[s].hidden > 0) H.seats[s].recycled = true;
    H.pile.count = H.discard.length;
    H.pile.top = [];
    H.pile.bag = E.bag(H.discard);
    H.pile.listed = H.discard.some((c) => c !== '?');
    H.discard = [];
  }

  // A draw by a seat closes windows (1.7).
  closeByDraw(seat) {
    const kind = this.rs['coup_fourre.window'];
    const H = this.H;
    if (kind === 'next_draw') H.windows = [];
    if (kind === 'own_side_draw') H.windows = H.windows.filter((w) => w.side !== seat[0]);
    if (kind === 'own_draw') {
      for (const w of H.windows) w.openFor = w.openFor.filter((s) => s !== seat);
      H.windows = H.windows.filter((w) => w.openFor.length > 0);
    }
  }
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
  }
  pruneWindows() {
    const H = this.H;
    H.windows = H.windows.filter((w) => {
      const pile = H.cars[w.side][w.pile];
      return pile.length - 1 === w.index && pile.at(-1) === w.hazard;
    });
  }

  // U-DRAW at the beginning of a turn.
  turnDraw(l, where) {
    const { H, rs } = this;
    const d = l.draw;
    const exhausted = H.mid.drawless;
    if (d === null) {
      this.unverified('U-DRAW');
      if (exhausted) return;
      H.pile.presumed = true;
      this.drawFromPile(l.seat, '?');
      H.mid.drawn.push({ card: '?', from: 'pile' });
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
  }

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
    else if (open) this.unverified('U-DRAW');
    if (tooMany) { copies(); E.forget(this.H.seats[seat], this.size(seat)); }
  }

  // A turn that goes on writes no draw.
  drawAgain(l, where) {
    if (!l.draw || l.draw.cards.length === 0) return;
    const at = { ...where, column: l.draw.column };
    this.turnFaults.push(this.violate('MB123', 'U-DRAW', at));
    if (l.draw.from === 'discard' && this.rs.draw_from_discard === 'no') this.turnFaults.push(this.violate('MB126', 'draw_from_discard', at));
    this.takeCards(l.seat, l.draw, null, () => this.turnFaults.push(this.violate('MB140', 'U-COPIES', at)));
    for (const card of l.draw.cards) this.H.mid.drawn.push({ card, from: l.draw.from });
    this.closeByDraw(l.seat);
  }

  // ---- actions ----

  actions(l, index, where) {
    const { H } = this;
    let extra = false;
    let done = 0;
    l.actions.forEach((a, k) => {
      const at = { ...where, column: a.column };
      if (this.H.over) {
        if (this.H.over.cannotPlay && this.changesNothing(a)) { done++; return; }
        if (k > 0) this.turnFaults.push(this.violate('MB240', 'U-ONE-ACTION', at));
        this.turnFaults.push(this.violate('MB501', 'U-HAND-OVER', at));
        this.events.push({ seat: l.seat, kind: 'nothing', violations: this.turnFaults, snap: null, ruled: null });
        return;
      }
      const ev = { seat: l.seat, kind: 'action', violations: this.turnFaults, snap: clone(this.H), ruled: null, action: a, k, extraBefore: extra };
      this.events.push(ev);
      const last = k === l.actions.length - 1 && !l.interrupts.some((it) => it.seat === l.seat);
      const ruled = last && rulingAhead(this, index, l.seat);
      const result = this.action(a, k, l, at, ev, ruled);
      if (!result.takenBack) extra = result.extra;
      done++;
      this.testNobody();
    });
    if (l.call) this.call(l, where);
    if (this.H.over || done === 0) return;
    this.finishTurn(l.seat, extra);
  }

  // One action: what it breaks, then what it does.
  action(a, k, l, at, ev, ruled) {
    const { H, rs } = this;
    const faults = [];
    const seat = l.seat;
    const side = seat[0];
    const drawless = H.mid.drawless;
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
        if (a.card === '?') this.unverified('discard_safety');
      }
    } else {
      faults.push(...R.layFaults(a.card, side, a.on, H, rs));
      if (this.deferred.length && this.exhausted() && R.playable(a.card, side, H, rs, true) && !this.changesNothing(a)) this.notOverYet();
      ev.overshoot = faults.some((f) => f.code === 'MB234');
      ev.protected = faults.some((f) => f.code === 'MB202');
    }
    // U-HOLD
    const before = this.totals();
    const held = E.remove(H.seats[seat], a.card);
    if (held === 'no') {
      faults.push({ code: a.kind === 'discard' ? 'MB131' : 'MB130', rule: 'U-HOLD' });
      E.forget(H.seats[seat], this.size(seat) - 1);
    }
    if (held === 'maybe') this.unverified('U-HOLD');
    // U-COPIES: the card leaves the hand and lies somewhere.
    const now = a.card === '?' ? 0 : this.total(a.card) + 1;
    if (now > this.pack[a.card] && now > before[a.card]) {
      faults.push({ code: 'MB140', rule: 'U-COPIES' });
      E.forget(H.seats[seat], this.size(seat));
    }
    this.turnFaults.push(...this.violateAll(faults, at));
    const isVoid = this.game.policy === 'void' && !ruled;
    if (isVoid && k > 0) { // taken back
      if (held === 'no') { E.forget(H.seats[seat], this.size(seat) + 1); } else E.add(H.seats[seat], a.card);
      return { extra: false, takenBack: true };
    }
    if (isVoid && faults.length > 0) {
      this.closeByAction(seat, drawless);
      H.discard.push(a.card);
      return { extra: false };
    }
    if (a.kind === 'discard') {
      this.closeByAction(seat, drawless);
      H.discard.push(a.card);
      return { extra: false };
    }
    if (isSafety(a.card)) return { extra: this.ownSafety(a.card, seat, drawless) };
    this.closeByAction(seat, drawless);
    this.putCard(a.card, side, a.on, seat);
    return { extra: false };
  }

  // discard_when
  discardWhen(card, seat, faults) {
    if (this.rs.discard_when !== 'only_if_no_play') return;
    const b = this.H.seats[seat];
    const can = (c) => !isSafety(c) && R.playable(c, seat[0], this.H, this.rs);
    const list = E.faces(b).filter((f) => can(f.face));
    if (list.some((f) => f.sure) || (card !== '?' && can(card))) faults.push({ code: 'MB242', rule: 'discard_when' });
    else if (list.length > 0 || b.wild > 0) this.unverified('discard_when');
  }

  // A card that is no safety goes where 1.5 or 2.1 says, with its usual effect.
  putCard(card, side, on, seat) {
    const { H, rs } = this;
    const own = H.cars[side];
    if (isDistance(card)) {
      const d = Number(card);
      if (R.uOvershoot(d, own, H.target, rs).length) { H.discard.push(card); return; }
      this.countDistance(own, card);
      this.testTarget(side, seat, true);
      return;
    }
    if (isHazard(card)) {
      const car = H.cars[on ?? side];
      if (on === null || on === side || C.has(car, safetyOf(card))) { H.discard.push(card); return; }
      this.landHazard(card, on);
      return;
    }
    if (card === 'L+') own.speed.push(card);
    else if (card === 'R+') { own.battle.push(card); own.needsRoll = false; }
    else if (C.top(own, rs) === hazardOf(card)) own.battle.push(card);
    else H.discard.push(card);
    this.pruneWindows();
  }

  countDistance(car, card) {
    car.km += Number(card);
    car.laid[card] = (car.laid[card] ?? 0) + 1;
    if (card === '200') car.n200++;
    if (card === '100') car.n100++;
  }

  landHazard(card, on) {
    const H = this.H;
    const pile = card === 'L-' ? 'speed' : 'battle';
    H.cars[on][pile].push(card);
    H.windows = H.windows.filter((w) => !(w.side === on && w.pile === pile));
    const w = { side: on, pile, hazard: card, index: H.cars[on][pile].length - 1, turn: H.turnCount, openFor: [], held: {}, hiddenGain: {} };
    for (const s of H.order) {
      if (s[0] !== on) continue;
      w.openFor.push(s);
      w.held[s] = E.holds(H.seats[s], safetyOf(card));
    }
    H.windows.push(w);
  }

  // Was the safety in that seat's hand when the hazard of the window landed?
  heldAtLanding(w, seat) {
    const was = w.held[seat];
    if (was === 'maybe' && !w.hiddenGain[seat] && E.holds(this.H.seats[seat], safetyOf(w.hazard)) === 'yes') return 'yes';
    return was;
  }
  entitled(w, seat) {
    if (!w.openFor.includes(seat)) return 'no';
    if (this.rs['coup_fourre.held'] === 'at_showing') return 'yes';
    return this.heldAtLanding(w, seat);
  }

  // A safety laid on one's own turn. Its card has left the hand already. Says whether it earns an extra turn.
  ownSafety(safety, seat, drawless) {
    const { rs } = this;
    const answers = this.H.windows.filter((w) => w.side === seat[0] && safetyOf(w.hazard) === safety)
      .map((w) => this.entitledAfterLaying(w, seat)).filter((x) => x !== 'no');
    const exhausted = this.exhausted();
    this.closeByAction(seat, drawless);
    const second = this.H.sides.some((s) => C.has(this.H.cars[s], safety));
    if (second) { this.H.cars[seat[0]].spare.push(safety); return false; }
    const coup = answers.length > 0;
    const doubtful = coup && !answers.includes('yes');
    if (doubtful) this.unverified('U-COUP');
    this.putSafety(safety, seat, coup, doubtful);
    if (exhausted && rs.extra_turn_when_exhausted === 'no') return false;
    this.doubtfulExtra = doubtful && rs['safety.extra_turn'] === 'no';
    return coup || rs['safety.extra_turn'] === 'yes';
  }
  entitledAfterLaying(w, seat) {
    if (!w.openFor.includes(seat)) return 'no';
    if (this.rs['coup_fourre.held'] === 'at_showing') return 'yes';
    return w.held[seat];
  }

  putSafety(safety, seat, coup, doubtful) {
    const { H, rs } = this;
    const side = seat[0];
    const car = H.cars[side];
    const gone = C.cure(car, safety, coup, rs);
    car.safeties.push(safety);
    H.discard.push(...gone);
    if (coup) car.coups.push(safety);
    this.pruneWindows();
    this.addBonus(car, side, seat, rs['safety.km']);
    let bonus = 0;
    if (coup) bonus = this.addBonus(car, side, seat, rs['coup_fourre.km']);
    if (doubtful) car.doubtful.push({ safety, bonus });
  }

  addBonus(car, side, seat, km) {
    const { H, rs } = this;
    if (km === 0 || H.over) return 0;
    if (rs.finish === 'exact' && C.miles(car) + km > H.target) return 0;
    car.bonus += km;
    this.testTarget(side, seat, false);
    return km;
  }

  // Trip, or the one exception: exactly at the base target, by a distance card (1.8).
  testTarget(side, seat, byDistance) {
    const { H, rs } = this;
    const m = C.miles(H.cars[side]);
    const there = rs.finish === 'exact' ? m === H.target : m >= H.target;
    if (!there || H.over) return;
    H.finish = { side, exhausted: this.exhausted(), failedDraw: H.drawlessSeen };
    const base = this.game.seating.target;
    if (byDistance && H.caller === null && this.game.seating.extension !== null && m === base && H.target === base) {
      H.pending = { side, seat, turn: H.turnCount };
      return;
    }
    H.over = { reason: 'trip', side };
  }

  // U-EXT
  call(l, where) {
    const { H } = this;
    const callable = H.pending !== null && H.pending.seat === l.seat && H.pending.turn === H.turnCount && !H.pending.byInterrupt;
    if (l.call.word === 'noext') {
      if (callable) { H.over = { reason: 'trip', side: H.pending.side }; H.pending = null; }
      return;
    }
    if (!callable) {
      this.turnFaults.push(this.violate('MB520', 'U-EXT', { ...where, column: l.call.column }));
      return;
    }
    this.extend();
  }
  extend() {
    const { H } = this;
    H.caller = H.pending.side;
    H.target = this.game.seating.extension;
    H.pending = null;
    H.finish = null;
  }
  // A turn or an interrupt follows on a base target reached without a call.
  resolvePending() {
    if (!this.H.pending) return;
    this.unverified('U-EXT');
    this.extend();
  }

  finishTurn(seat, extra) {
    const { H } = this;
    H.mid = null;
    // While exhausted, seats without a card are skipped, also for an extra turn.
    if (extra && this.exhausted() && this.size(seat) === 0) extra = false;
    H.next = extra ? seat : this.left(seat);
    // Whether it was a coup decides whether there is an extra turn: nobody can tell.
    if (this.doubtfulExtra && extra) H.altNext = this.left(seat);
    this.doubtfulExtra = false;
    H.nextExtra = extra;
    if (H.pending) return;
    this.testTurnEnd(extra);
  }

  // ---- ends by exhaustion (1.8) ----

  testTurnEnd(extra) {
    const { H, rs } = this;
    if (H.over || H.pending) return;
    if (rs.exhaustion === 'stop_when_pile_empty' && H.pile.count === 0 && !extra) H.over = { reason: 'exhausted' };
    if (rs.exhaustion === 'stop_when_no_distance_left' && !extra) this.testNoDistance();
    if (rs.exhaustion === 'play_out' || rs.exhaustion === 'reshuffle') {
      if (this.exhausted() && H.order.every((s) => this.size(s) === 0)) H.over = { reason: 'exhausted' };
    }
    this.testNobody();
  }

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
      if (H.seats[s].wild > 0 && this.size(s) > 0) maybe = true;
    }
    return maybe ? 'maybe' : 'no';
  }

  testNobody() {
    const { H, rs } = this;
    if (rs.exhaustion !== 'nobody_can_play' || H.over || H.pending || !this.exhausted()) return;
    const answer = this.anyPlayable(true);
    if (answer === 'no') H.over = { reason: 'exhausted', cannotPlay: true };
    if (answer === 'maybe') H.maybeOver = true;
    if (answer === 'yes') this.notOverYet();
  }
  // The hand was certainly not over before this.
  notOverYet() {
    this.H.maybeOver = false;
    this.violations.push(...this.deferred);
    this.deferred = [];
  }

  testNoDistance() {
    const { H, rs } = this;
    if (rs.exhaustion !== 'stop_when_no_distance_left' || H.over || H.pending) return;
    const answer = this.pileHasDistance();
    if (answer === 'no') H.over = { reason: 'exhausted' };
    if (answer === 'maybe') H.maybeOver = true;
    if (answer === 'yes') H.maybeOver = false;
  }
  pileHasDistance() {
    const { H } = this;
    const pile = H.pile;
    if (pile.count === 0) return 'no';
    const distances = ['25', '50', '75', '100', '200'];
    if (pile.top.some(isDistance)) return 'yes';
    if (pile.bag && distances.some((c) => E.holds(pile.bag, c) === 'yes')) return 'yes';
    let least = 0;
    let most = 0;
    let hidden = H.discard.filter((c) => c === '?').length;
    for (const c of distances) {
      const n = H.discard.filter((x) => x === c).length + H.order.reduce((sum, s) => sum + (H.seats[s].known[c] ?? 0), 0)
        + H.sides.reduce((sum, s) => sum + (H.cars[s].laid[c] ?? 0), 0);
      least += n; most += n;
    }
    // A card that left a hand unseen is one of the unknown discards, and is counted in its hand already.
    for (const s of H.order) if (!H.seats[s].recycled) hidden -= H.seats[s].hidden;
    hidden = Math.max(0, hidden);
    for (const s of H.order) hidden += H.seats[s].wild;
    for (const s of H.sides) {
      const car = H.cars[s];
      const rest = Math.max(0, car.setupKm - 200 * car.setup200);
      least += car.setup200 + Math.ceil(rest / 100);
      most += car.setup200 + Math.floor(rest / 25);
    }
    const whole = distances.reduce((sum, c) => sum + this.pack[c], 0);
    if (least >= whole) return 'no';
    const known = pile.top.length + (pile.bag ? E.size(pile.bag) : 0) === pile.count;
    if (known && !pile.top.includes('?') && (!pile.bag || pile.bag.wild === 0) && !(pile.bag && distances.some((c) => pile.bag.known[c]))) return 'no';
    return whole - most > hidden ? 'yes' : 'maybe';
  }

  // ---- interrupts ----

  interrupt(it, l, index, k) {
    const H = this.H;
    const at = { line: l.line, turn: l.number, seat: it.seat, column: it.column };
    if (H.over || H.ended) {
      const v = this.violate('MB502', 'U-HAND-OVER', at);
      this.events.push({ seat: it.seat, kind: 'nothing', violations: [v], snap: null, ruled: null });
      return;
    }
    const ev = { seat: it.seat, kind: 'interrupt', violations: [], snap: clone(H), ruled: null };
    this.resolvePending();
    this.events.push(ev);
    const last = !l.interrupts.slice(k + 1).some((o) => o.seat === it.seat);
    judgeInterrupt(this, it, at, ev, last && rulingAhead(this, index, it.seat));
    this.testNobody();
  }

  // ---- other lines ----

  reshuffleLine(l) {
    const { H, rs } = this;
    const at = { line: l.line, column: l.column };
    const due = rs.exhaustion === 'reshuffle' && H.pile.count === 0 && H.discard.length > 0 && !H.over && !H.ended;
    if (!due) this.violate('MB128', 'exhaustion', at);
    if (H.over || H.ended) return;
    if (l.cards.length > 0) {
      const given = l.cards;
      const count = (list, c) => list.filter((x) => x === c).length;
      const same = given.length === H.discard.length
        && this.packFaces().reduce((n, c) => n + Math.max(0, count(given, c) - count(H.discard, c)), 0) <= count(H.discard, '?')
        && this.packFaces().reduce((n, c) => n + Math.max(0, count(H.discard, c) - count(given, c)), 0) <= count(given, '?');
      if (!same) this.violate('MB129', 'exhaustion', at);
      else if (given.includes('?') || H.discard.includes('?')) this.unverified('exhaustion');
    }
    const tooMany = this.uCopies(() => this.reshuffle(l.cards));
    if (tooMany) this.violate('MB140', 'U-COPIES', at);
  }
  packFaces() { return Object.keys(this.pack); }
  reshuffle(cards) {
    const { H } = this;
    const pile = H.pile;
    for (const s of H.order) if (H.seats[s].hidden > 0) H.seats[s].recycled = true;
    const under = cards.length > 0 ? cards : null;
    const n = under ? under.length : H.discard.length;
    const known = pile.count === pile.top.length;
    if (under && known) { pile.top.push(...under); pile.bag = null; }
    else if (known && !pile.bag) pile.bag = E.bag(H.discard);
    else if (pile.bag) for (const c of under ?? H.discard) E.add(pile.bag, c);
    pile.listed = pile.listed || (under ?? H.discard).some((c) => c !== '?');
    pile.count += n;
    H.discard = [];
  }

  // U-HOLD of cards shown.
  showLine(l) {
    const { H } = this;
    const at = { line: l.line, column: l.column, seat: l.seat };
    const b = H.seats[l.seat];
    const n = E.size(b);
    const count = {};
    for (const c of l.cards) if (c !== '?') count[c] = (count[c] ?? 0) + 1;
    const missing = Object.keys(count).reduce((sum, c) => sum + Math.max(0, count[c] - (b.known[c] ?? 0)), 0);
    if (l.cards.length > n || missing > b.wild) {
      this.violate('MB133', 'U-HOLD', at);
      E.forget(b, n);
      return;
    }
    if (Object.keys(count).some((c) => E.holds(b, c, count[c]) !== 'yes') || l.cards.includes('?')) {
      if (missing > 0 || b.hidden > 0) this.unverified('U-HOLD');
    }
    const tooMany = this.uCopies(() => {
      if (l.cards.length === n && !l.cards.includes('?')) {
        E.forget(b, 0);
        for (const c of l.cards) E.add(b, c);
      } else for (const c of Object.keys(count)) {
        while ((b.known[c] ?? 0) < count[c]) { b.wild--; E.add(b, c); }
      }
    });
    if (tooMany) { this.violate('MB140', 'U-COPIES', at); E.forget(b, n); }
    this.testNobody();
  }

  // U-CHECK
  checkLine(l) {
    const { H } = this;
    const at = { line: l.line, column: l.column, seat: l.seat ?? null };
    if (l.fact === 'pile') {
      if (l.value !== H.pile.count && !H.pile.presumed) this.violate('MB411', 'U-CHECK', at);
      if (l.value !== H.pile.count) {
        if (H.pile.top.length !== 0 || H.pile.bag) { H.pile.top = []; H.pile.bag = null; H.pile.listed = false; }
        H.pile.count = l.value;
      }
      H.pile.presumed = false;
    }
    if (l.fact === 'miles') {
      const car = H.cars[l.side];
      if (l.value === C.miles(car)) return;
      if (car.doubtful.some((x) => x.bonus > 0 && l.value === C.miles(car) - x.bonus)) this.unverified('U-CHECK');
      else this.violate('MB412', 'U-CHECK', at);
    }
    if (l.fact === 'cards' && l.value !== this.size(l.seat)) this.violate('MB413', 'U-CHECK', at);
    if (l.fact === 'total') this.game.checkTotal(this, l, at);
  }

  // ---- the end ----

  // U-END
  end(l) {
    const { H, rs } = this;
    const at = { line: l.line, column: l.column };
    this.endLine = l;
    if (H.pending) { H.over = { reason: 'trip', side: H.pending.side }; H.pending = null; }
    this.testNobody();
    H.ended = true;
    if (H.over) {
      const same = l.reason === H.over.reason && !(H.over.byRuling && H.over.loser && l.side !== H.over.loser);
      if (!same) this.violate('MB511', 'U-END', at);
      this.endedAs = H.over.reason;
      return;
    }
    if (l.reason !== 'trip' && l.reason !== 'exhausted') {
      if (H.maybeOver) this.unverified('U-END');
      this.endedAs = l.reason;
      return;
    }
    this.endedAs = 'exhausted';
    if (l.reason === 'exhausted') {
      if (H.maybeOver) { this.unverified('U-END'); return; }
      if (rs.exhaustion === 'play_out' && this.exhausted()) {
        const answer = this.anyPlayable(false);
        if (answer === 'no') return;
        if (answer === 'maybe') { this.unverified('U-END'); return; }
      }
    }
    this.violate('MB510', 'U-END', at);
  }

  // The hand has no more lines. `missing`: where a missing end would be reported.
  close(missing, isLast) {
    const { H } = this;
    for (const v of this.deferred) this.unverified(v.rule);
    this.deferred = [];
    if (this.endLine || this.cut) return;
    if (H.pending) { H.over = { reason: 'trip', side: H.pending.side }; H.pending = null; }
    this.endedAs = H.over ? H.over.reason : 'unfinished';
    if (H.over || !isLast) this.violate('MB512', 'U-END', missing);
    else if (H.maybeOver) this.unverified('U-END');
  }
}
