// A hand of a match, replayed line by line. What the lines do is in start, pile, turn, windows, ends and lines.
import * as E from './evidence.mjs';
import * as C from './car.mjs';
import { start } from './start.mjs';
import { pile } from './pile.mjs';
import { turn } from './turn.mjs';
import { cardsLaid } from './laid.mjs';
import { windows } from './windows.mjs';
import { ends } from './ends.mjs';
import { lines } from './lines.mjs';
import { applyRuling, rulingOnPlayAfter } from './rulings.mjs';

export class Hand {
  constructor(game, line, nextLines) {
    this.game = game;
    this.rs = game.rs;
    this.line = line;
    this.lines = nextLines; // the lines of this hand after its `hand` line
    this.violations = [];
    this.deferred = []; // faults that count only if the hand was not over (2.3)
    this.notes = []; // what is unverified
    this.penalties = {};
    this.events = [];
    this.turnFaults = [];
    this.turnNotes = []; // what is unverified of the last turn line
    this.most = {}; // the highest count of each card so far
    this.spoilt = []; // seats whose hands U-HOLD or U-COPIES made unknown
    this.hides = false; // a deal or draw is not written, or a face is written "?" (2.3)
    this.perhapsOver = { line: false, soFar: false }; // was the hand perhaps over, on this turn line or so far (2.3)
    this.annulled = false; // forfeited or dealt again by a ruling
    this.endLine = null;
    this.endedAs = null;
    this.cut = false;
    this.deferring = false;
    this.pack = game.pack;
    this.hiddenFaces = {}; // seats of which a dealt or drawn face was written "?"
    const H = {
      sides: game.sides, order: game.order, cars: {}, seats: {},
      pile: { top: [], rest: E.unknownBag(0), presumed: false },
      discard: [], mixed: 0, uncounted: {}, next: line.first, nextExtra: false, altNext: null, falseCoup: null, mid: null,
      windows: [], target: game.seating.target, caller: null, pending: null,
      over: null, finish: null, drawlessSeen: false, maybeOver: false, inDoubt: false, ended: false, turnCount: 0,
    };
    for (const s of H.sides) H.cars[s] = C.newCar();
    this.H = H;
    this.begin();
  }

  // ---- reports ----

  violate(code, rule, where) {
    const H = this.H;
    const v = { code, rule, line: where.line, column: where.column, hand: this.line.number, turn: where.turn ?? null, seat: where.seat ?? null, ruled: false };
    if (H.inDoubt) this.unverified(rule, v.seat);
    else if (this.deferring && rule !== 'U-DRAW' && rule !== 'draw_from_discard' && this.perhapsCannotPlay()) this.deferred.push(v);
    else this.violations.push(v);
    return v;
  }
  violateAll(faults, where) { return faults.map((f) => this.violate(f.code, f.rule, where)); }
  unverified(check, seat = null) { this.notes.push({ check, seat }); }

  // ---- cards and copies ----

  left(seat) { return this.H.order[(this.H.order.indexOf(seat) + 1) % this.H.order.length]; }
  size(seat) { return E.size(this.H.seats[seat]); }
  exhausted() { return this.pileCount() === 0 && (this.rs.exhaustion !== 'reshuffle' || this.H.discard.length === 0); }

  total(card) {
    const H = this.H;
    let n = H.discard.filter((c) => c === card).length + H.pile.top.filter((c) => c === card).length + E.copies(H.pile.rest, card);
    for (const s of H.order) n += H.seats[s] ? E.copies(H.seats[s], card) : 0;
    for (const s of H.sides) {
      const car = H.cars[s];
      n += [...car.battle, ...car.speed].filter((c) => C.face(c) === card).length;
      n += car.safeties.filter((c) => c === card).length + car.spare.filter((c) => c === card).length;
      n += (car.laid[card] ?? 0) + (card === '200' ? car.setup200 : 0);
    }
    return n - (H.uncounted[card] ?? 0);
  }

  // U-COPIES: are there more copies of a card than the pack holds after doing this, and more than ever before?
  uCopies(what) {
    what();
    return Object.keys(this.pack).filter((c) => this.tooMany(c, this.total(c))).length > 0;
  }
  tooMany(card, now) {
    const most = this.most[card] ?? 0;
    this.most[card] = Math.max(most, now);
    return now > this.pack[card] && now > most;
  }
  // A hand is unknown: the copies that it held for certain go out of the highest count.
  unknownHand(seat, size = this.size(seat)) {
    const b = this.H.seats[seat];
    for (const c of Object.keys(b.known)) if (this.most[c]) this.most[c] -= E.copies(b, c);
    E.forget(b, size);
  }
  // U-HOLD or U-COPIES made a hand unknown: it stays so, also if the event is undone.
  contradicted(seat, size = this.size(seat)) {
    this.unknownHand(seat, size);
    this.spoilt.push(seat);
  }
  // A card is taken back: the hand is as it was before the event.
  backInHand(seat, before, faults) {
    this.H.seats[seat] = before;
    if (faults.some((f) => f.rule === 'U-HOLD' || f.rule === 'U-COPIES')) E.forget(before, E.size(before));
  }

  // ---- lines ----

  replay() {
    for (let i = 0; i < this.lines.length; i++) {
      const l = this.lines[i];
      if (l.type === 'unreadable') { this.cut = true; return; }
      const ruling = l.type === 'check' ? rulingOnPlayAfter(this.lines, i) : -1;
      if (ruling < 0) this.oneLine(l, i);
      else { this.checksBeforeRuling(this.lines.slice(i, ruling + 1)); i = ruling; }
    }
  }
  oneLine(l, i) {
    if (l.type === 'turn') { this.deferring = true; this.turnLine(l, i); this.deferring = false; }
    if (l.type === 'reshuffle') this.reshuffleLine(l);
    if (l.type === 'show') this.showLine(l);
    if (l.type === 'check') this.checkLine(l);
    if (l.type === 'ruling') applyRuling(this, l);
    if (l.type === 'end') this.end(l);
  }

  // Checks before a ruling on a play state the position before it or after it, all the same one (2.2).
  checksBeforeRuling(lines) {
    const checks = lines.filter((l) => l.type === 'check');
    const wrong = () => this.violations.some((v) => v.rule === 'U-CHECK' && checks.some((l) => l.line === v.line));
    const start = this.position();
    for (const l of lines) this.oneLine(l);
    if (!wrong()) return;
    const before = this.position();
    Object.assign(this, start);
    for (const l of [...lines.filter((x) => x.type !== 'check'), ...checks]) this.oneLine(l);
    if (wrong()) Object.assign(this, before);
  }
  // All that a line between turns can change.
  position() {
    const { H, violations, deferred, notes, penalties, events, turnFaults, turnNotes, most, spoilt, hides, hiddenFaces, perhapsOver, annulled } = this;
    return structuredClone({ H, violations, deferred, notes, penalties, events, turnFaults, turnNotes, most, spoilt, hides, hiddenFaces, perhapsOver, annulled });
  }
}
Object.assign(Hand.prototype, start, pile, turn, cardsLaid, windows, ends, lines);
