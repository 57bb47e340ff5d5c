// Reads MBN 1 (notation.md). parseFile(bytes) gives records; each has its lines and its errors.

const HEADERS = ['Event', 'Site', 'Date', 'Round', 'Ruleset', 'Options'];
const CARD = /(?:100|200|25|50|75|[AFTRL][-+]|[AFTR]\*)(?![A-Za-z0-9*+>]|-)/y;
const SEAT = /[XYZWVUQP][1-9]?(?![A-Za-z0-9!])/y;

class Bad extends Error {
  constructor(code, column) { super(code); this.code = code; this.column = column; }
}

// ---- lines of a file ---------------------------------------------------------------------------

function splitLines(bytes) {
  const lines = [];
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== 10 && bytes[i] !== 13) continue;
    lines.push(bytes.subarray(start, i));
    if (bytes[i] === 13 && bytes[i + 1] === 10) i++;
    start = i + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

// The text of a line, and the column of its first byte that is not UTF-8 (or null).
function decode(bytes) {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try { return { text: strict.decode(bytes), bad: null }; } catch { /* find the place */ }
  let good = '';
  for (let i = 0; i < bytes.length;) {
    let step = 0;
    for (const n of [1, 2, 3, 4]) {
      try { good += strict.decode(bytes.subarray(i, i + n)); step = n; break; } catch { /* longer */ }
    }
    if (step === 0) return { text: good, bad: [...good].length + 1 };
    i += step;
  }
  return { text: good, bad: null };
}

// ---- one line ----------------------------------------------------------------------------------

class Cursor {
  constructor(text, offset = 0) { this.text = text; this.pos = offset; }
  get column() { return [...this.text.slice(0, this.pos)].length + 1; }
  blank() { while (this.text[this.pos] === ' ' || this.text[this.pos] === '\t') this.pos++; }
  get end() { this.blank(); return this.pos >= this.text.length; }
  look(re) { this.blank(); re.lastIndex = this.pos; const m = re.exec(this.text); return m; }
  take(re) { const m = this.look(re); if (m) this.pos += m[0].length; return m; }
  fail(code = 'MB005') { this.blank(); throw new Bad(code, this.column); }
  need(re) { return this.take(re) ?? this.fail(); }
}

function number(c, signed = false) {
  c.blank();
  const column = c.column;
  const m = c.need(signed ? /[-+]?\d+(?![A-Za-z0-9])/y : /\d+(?![A-Za-z0-9])/y);
  if (m[0].replace(/^[-+]/, '').length > 9) throw new Bad('MB006', column);
  if (signed && m[0][0] === '+' && signed !== 'sign') throw new Bad('MB005', column);
  if (signed === 'sign' && !/^[-+]/.test(m[0])) throw new Bad('MB005', column);
  return { value: Number(m[0]), column };
}

const seatsOfSide = (header, side) => header.seats.map((s) => s.seat).filter((s) => s[0] === side);

// A seat that must be one seat; gives its canonical name.
function seat(c, header) {
  c.blank();
  const column = c.column;
  const m = c.need(SEAT);
  return { seat: seatName(m[0], column, header), column };
}
function seatName(name, column, header) {
  const seats = seatsOfSide(header, name[0]);
  if (seats.length === 0) throw new Bad('MB017', column);
  if (seats.includes(name)) return name;
  if (name.length === 1) throw new Bad('MB018', column);
  if (seats.length === 1 && seats[0].length === 1 && name[1] === '1') return seats[0];
  throw new Bad('MB017', column);
}
function side(c, header) {
  c.blank();
  const column = c.column;
  const m = c.need(SEAT);
  return { side: sideName(m[0], column, header), column };
}
function sideName(name, column, header) {
  const seats = seatsOfSide(header, name[0]);
  if (seats.length === 0) throw new Bad('MB017', column);
  if (name.length === 1) return name;
  if (seats.length === 1 && seats[0].length === 1 && name[1] === '1') return name[0];
  throw new Bad('MB005', column);
}

// A list of cards, at least one: faces, "?", "4?".
function cards(c, stop = null) {
  const list = [];
  while (!c.end && !(stop && c.look(stop))) {
    const many = c.take(/([1-9])?\?(?![A-Za-z0-9])/y);
    if (many) { for (let i = 0; i < Number(many[1] ?? 1); i++) list.push('?'); continue; }
    list.push(c.need(CARD)[0]);
  }
  if (list.length === 0) c.fail();
  return list;
}

function points(c, header, signed) {
  const list = [];
  const seen = new Set();
  while (c.look(/[XYZWVUQP][1-9]?(?![A-Za-z0-9])/y)) {
    const s = side(c, header);
    if (seen.has(s.side)) throw new Bad('MB019', s.column);
    seen.add(s.side);
    const n = number(c, signed);
    list.push({ side: s.side, points: n.value, column: n.column });
  }
  return list;
}

function draw(c) {
  c.blank();
  const column = c.column;
  if (!c.take(/\(/y)) return null;
  if (c.take(/-(?=[ \t]*\))/y)) { c.need(/\)/y); return { cards: [], from: 'pile', column }; }
  if (c.take(/</y)) {
    const m = c.take(/\?/y) ?? c.need(CARD);
    c.need(/\)/y);
    return { cards: [m[0]], from: 'discard', column };
  }
  const list = cards(c, /\)/y);
  c.need(/\)/y);
  return { cards: list, from: 'pile', column };
}

function lay(c, header) {
  c.blank();
  const column = c.column;
  const attack = c.take(/([AFTRL])->([XYZWVUQP])(?![A-Za-z0-9])/y);
  if (attack) return { kind: 'lay', card: attack[1] + '-', on: sideName(attack[2], column + 3, header), column };
  const m = c.look(CARD);
  if (m && !m[0].endsWith('-')) { c.take(CARD); return { kind: 'lay', card: m[0], on: null, column }; }
  return null;
}

function turn(c, header) {
  const t = { type: 'turn', number: null, draw: null, actions: [], call: null, interrupts: [] };
  c.blank();
  const numbered = c.take(/(\d+)\./y);
  if (numbered) {
    if (numbered[1].length > 9) throw new Bad('MB006', 1);
    if (numbered[1][0] === '0') throw new Bad('MB007', 1);
    t.number = Number(numbered[1]);
  }
  const s = seat(c, header);
  t.seat = s.seat; t.seatColumn = s.column;
  t.draw = draw(c);
  let count = 0; // cards laid, discarded or shown
  for (;;) {
    c.blank();
    const column = c.column;
    if (c.take(/pass(?![A-Za-z0-9])/y)) { t.actions.push({ kind: 'pass', card: null, on: null, column }); continue; }
    if (c.take(/\//y)) {
      const m = c.take(/\?(?![A-Za-z0-9?])/y) ?? c.need(CARD);
      t.actions.push({ kind: 'discard', card: m[0], on: null, column });
      count++;
      continue;
    }
    const l = lay(c, header);
    if (!l) break;
    t.actions.push(l);
    count++;
  }
  c.blank();
  const callColumn = c.column;
  const call = c.take(/(noext|ext)(?![A-Za-z0-9])/y);
  if (call) t.call = { word: call[1], column: callColumn };
  while (c.look(/[XYZWVUQP][1-9]?!/y)) {
    c.blank();
    const column = c.column;
    const m = c.take(/([XYZWVUQP][1-9]?)!/y);
    const who = seatName(m[1], column, header);
    const l = lay(c, header) ?? c.fail();
    const d = draw(c);
    t.interrupts.push({ kind: 'interrupt', seat: who, seatColumn: column, card: l.card, on: l.on, column: l.column, draw: d });
    count++;
  }
  if (!c.end) c.fail();
  if (count > 40) throw new Bad('MB030', 1);
  return t;
}

function setup(c, header) {
  const t = { type: 'setup', side: null, values: {} };
  const m = c.look(/[XYZWVUQP][1-9]?(?![A-Za-z0-9=-])/y);
  if (m) t.side = side(c, header).side;
  if (c.end) c.fail();
  while (!c.end) {
    const column = c.column;
    const [, key, value] = c.need(/([a-z0-9-]+)=([^ \t]+)/y);
    const parsed = setupValue(t.side, key, value, header, column);
    if (parsed === undefined || key in t.values) throw new Bad('MB013', column);
    t.values[key] = parsed;
  }
  return t;
}
function setupValue(sideGiven, key, value, header, column) {
  const list = (re) => {
    if (value === '-') return [];
    const items = value.split(',');
    return items.every((i) => re.test(i)) ? items : undefined;
  };
  const whole = () => {
    if (!/^\d+$/.test(value)) return undefined;
    if (value.length > 9) throw new Bad('MB006', column);
    return Number(value);
  };
  if (sideGiven !== null) {
    if (key === 'km' || key === 'bonus' || key === '200s') return whole();
    if (key === 'battle') return list(/^[AFTR][-+]$/);
    if (key === 'speed') return list(/^L[-+]$/);
    if (key === 'safeties') {
      const items = list(/^[AFTR]\*!?$/);
      return items && new Set(items.map((i) => i[0])).size === items.length ? items : undefined;
    }
    if (key === 'needs-roll') return value === 'yes' ? true : value === 'no' ? false : undefined;
    return undefined;
  }
  if (key === 'pile' || key === 'target') return whole();
  if (key === 'discard') return list(/^(\?|25|50|75|100|200|[AFTRL][-+]|[AFTR]\*)$/);
  if (key === 'next') {
    if (!/^[XYZWVUQP][1-9]?$/.test(value)) return undefined;
    return seatName(value, column, header);
  }
  if (key === 'caller') {
    if (value === '-') return null;
    if (!/^[XYZWVUQP]$/.test(value)) return undefined;
    return sideName(value, column, header);
  }
  return undefined;
}

const REASONS = /(trip|exhausted|conceded|forfeit|adjudicated|abandoned|unfinished)(?![A-Za-z0-9])/y;
const OUTCOMES = /(won|tied|conceded|forfeit|adjudicated|abandoned|unfinished)(?![A-Za-z0-9])/y;

function wordLine(word, c, header) {
  if (word === 'carried') {
    const p = points(c, header, true);
    if (p.length === 0 || !c.end) c.fail();
    return { type: 'carried', points: p };
  }
  if (word === 'hand') {
    const n = number(c);
    c.need(/first(?![A-Za-z0-9])/y);
    const s = seat(c, header);
    if (!c.end) c.fail();
    return { type: 'hand', number: n.value, first: s.seat };
  }
  if (word === 'deal' || word === 'show') {
    const s = seat(c, header);
    return { type: word, seat: s.seat, cards: cards(c) };
  }
  if (word === 'pile') return { type: 'pile', cards: cards(c) };
  if (word === 'reshuffle') return { type: 'reshuffle', cards: c.end ? [] : cards(c) };
  if (word === 'setup') return setup(c, header);
  if (word === 'check') {
    const fact = c.need(/(pile|miles|cards|total)(?![A-Za-z0-9])/y)[1];
    const t = { type: 'check', fact };
    if (fact === 'cards') { // of a seat, or of a side
      const who = c.look(SEAT)?.[0] ?? '';
      if (who.length === 1 && seatsOfSide(header, who).length > 1) t.side = side(c, header).side;
      else t.seat = seat(c, header).seat;
    }
    if (fact === 'miles' || fact === 'total') t.side = side(c, header).side;
    t.value = number(c, fact === 'total').value;
    if (!c.end) c.fail();
    return t;
  }
  if (word === 'ruling') {
    const verb = c.need(/(stands|retract|void|penalty|forfeit|redeal)(?![A-Za-z0-9])/y)[1];
    const t = { type: 'ruling', verb, seat: null, side: null, points: null, code: null };
    if (verb === 'stands' || verb === 'retract' || verb === 'void') t.seat = seat(c, header).seat;
    if (verb === 'penalty' || verb === 'forfeit') {
      c.blank();
      const column = c.column;
      const who = c.need(SEAT)[0];
      if (seatsOfSide(header, who[0]).length === 0) throw new Bad('MB017', column);
      if (who.length > 1) seatName(who, column, header);
      t.side = who[0];
    }
    if (verb === 'penalty') t.points = number(c, 'sign').value;
    const code = c.take(/MB\d{3}(?![A-Za-z0-9])/y);
    if (code) t.code = code[0];
    if (!c.end) c.fail();
    return t;
  }
  if (word === 'end') {
    const reason = c.need(REASONS)[1];
    const t = { type: 'end', reason, side: null };
    if (reason === 'conceded' || reason === 'forfeit') t.side = side(c, header).side;
    t.points = points(c, header, true);
    if (!c.end) c.fail();
    return t;
  }
  if (word === 'result') {
    const t = { type: 'result', points: points(c, header, true), outcome: null, sides: [] };
    c.blank();
    const column = c.column;
    const m = c.take(OUTCOMES);
    if (m) {
      t.outcome = m[1]; t.outcomeColumn = column;
      if (m[1] === 'conceded' || m[1] === 'forfeit') t.sides.push(side(c, header).side);
      if (m[1] === 'won') {
        do {
          const s = side(c, header);
          if (t.sides.includes(s.side)) throw new Bad('MB019', s.column);
          t.sides.push(s.side);
        } while (!c.end);
      }
    }
    if (!c.end) c.fail();
    return t;
  }
  return null;
}

// The first character that no line may hold (MB002), or that only comments and values may hold (MB004).
function badCharacter(text, from, to, control) {
  let column = 0;
  let i = 0;
  for (const ch of text) {
    column++;
    if (i >= from && i < to) {
      const n = ch.codePointAt(0);
      const isControl = (n < 32 && n !== 9) || (n >= 127 && n < 160) || n === 0x2028 || n === 0x2029;
      if (control && isControl) return { code: 'MB002', column };
      if (!control && n > 126) return { code: 'MB004', column };
    }
    i += ch.length;
  }
  return null;
}

// ---- a record ----------------------------------------------------------------------------------

class RecordReader {
  constructor(index, line) {
    this.record = { index, line, headers: [], seats: [], ruleset: null, options: [], lines: [], errors: [], readable: true };
    this.state = 'header'; // header, carried, deal, turns, ended, result
    this.keys = new Set();
    this.count = 0;
    this.characters = 0;
    this.handNumber = null;
    this.word = false; // the line begins with a word of the notation
    this.carried = false;
    this.turnNumber = 0;
    this.said = new Set();
    this.off = false;
    this.errorCount = 0;
  }

  error(code, line, column) {
    this.errorCount++;
    // A line of the header that cannot be read may be a seat's.
    if (['header', 'carried'].includes(this.state) && !this.word && !['MB012', 'MB014', 'MB023'].includes(code)) this.record.headerBroken = true;
    if (this.errorCount > 101) return;
    if (this.errorCount === 101) { this.record.errors.push({ code: 'MB008', line, column: 1 }); return; }
    this.record.errors.push({ code, line, column });
  }

  // An unreadable line in a hand ends the judging of that hand.
  unreadable(code, line, column) {
    this.error(code, line, column);
    this.record.lines.push({ type: 'unreadable', line, column });
  }

  read(text, bad, bytes, line) {
    if (this.off) return;
    this.count++;
    this.characters += [...text].length + 1;
    if (this.count > 100000 || this.characters > 16 * 1024 * 1024) {
      this.unreadable('MB009', line, 1);
      this.off = true;
      return;
    }
    if (bytes > 65536) { this.unreadable('MB003', line, 1); return; }
    if (bad !== null) { this.unreadable('MB001', line, bad); return; }
    if (this.count > 1 && text[0] === '\ufeff') { this.unreadable('MB004', line, 1); return; }
    const header = /^[ \t]*([A-Z][A-Za-z0-9-]*)[ \t]*:/.exec(text);
    this.word = /^[ \t]*(hand|carried|setup|deal|pile|show|check|ruling|reshuffle|end|result|x-)/.test(text);
    const control = badCharacter(text, 0, text.length, true);
    if (control) { this.unreadable(control.code, line, control.column); return; }
    if (header) { this.header(text, header, line); return; }
    const semicolon = text.indexOf(';');
    const body = semicolon < 0 ? text : text.slice(0, semicolon);
    const alike = badCharacter(body, 0, body.length, false);
    if (alike) { this.unreadable(alike.code, line, alike.column); return; }
    if (body.trim() === '') return;
    if (this.count === 1) { this.version(body, line); return; }
    try { this.body(body, line); } catch (e) {
      if (!(e instanceof Bad)) throw e;
      this.unreadable(e.code, line, e.column);
    }
  }

  version(body, line) {
    const m = /^[ \t]*MBN[ \t]+(\d+)[ \t]*$/.exec(body);
    if (m && Number(m[1]) === 1 && m[1].length <= 9) return;
    if (m) { this.error('MB011', line, 1); this.off = true; this.record.readable = false; return; }
    this.error(/^[ \t]*MBN[ \t]+\S+[ \t]*$/.test(body) ? 'MB011' : 'MB005', line, 1);
    this.off = true;
    this.record.readable = false;
  }

  header(text, match, line) {
    const key = match[1];
    const column = [...text.slice(0, text.indexOf(key))].length + 1;
    const isSeat = /^[XYZWVUQP][1-9]?$/.test(key);
    const own = /^X-./.test(key);
    if (!HEADERS.includes(key) && !isSeat && !own) { this.unreadable('MB020', line, column); return; }
    if (this.state !== 'header' && this.state !== 'carried') { this.unreadable('MB022', line, column); return; }
    if (this.keys.has(key)) { this.unreadable('MB021', line, column); return; }
    this.keys.add(key);
    const raw = text.slice(match[0].length);
    const value = raw.trim();
    const at = (offset) => [...text.slice(0, match[0].length + offset)].length + 1;
    const valueAt = at(raw.length - raw.trimStart().length);
    if (['Ruleset', 'Options', 'Date'].includes(key)) {
      const semicolon = raw.indexOf(';');
      if (semicolon >= 0) { this.error('MB025', line, at(semicolon)); if (key === 'Ruleset') this.record.rulesetBroken = true; return; }
    }
    if (isSeat) { this.seatLine(key, line, column); return; }
    if (key === 'Date' && value !== '' && !/^(\d{4}|\?{4})-(\d\d|\?\?)-(\d\d|\?\?)$/.test(value)) this.error('MB026', line, valueAt);
    else if (key === 'Date' && value !== '' && !validDate(value)) this.error('MB026', line, valueAt);
    if (key === 'Ruleset') {
      if (!/^[a-z0-9][a-z0-9-]*(@[0-9A-Za-z.]+)?$/.test(value)) { this.error('MB026', line, valueAt); this.record.rulesetBroken = true; return; }
      this.record.ruleset = { name: value, line, column: valueAt };
    }
    if (key === 'Options') {
      for (const m of raw.matchAll(/[^ \t]+/g)) {
        const eq = /^([^=]+)=([^=]+)$/.exec(m[0]);
        if (!eq) { this.error('MB026', line, at(m.index)); this.record.optionsBroken = true; continue; }
        this.record.options.push({ key: eq[1], value: eq[2], line, keyColumn: at(m.index), valueColumn: at(m.index + eq[1].length + 1) });
      }
    }
  }

  seatLine(key, line, column) {
    const same = this.record.seats.map((s) => s.seat).filter((s) => s[0] === key[0]);
    const good = key.length === 1 ? same.length === 0
      : !same.includes(key[0]) && Number(key[1]) === same.length + 1;
    // The only seat of a side may be written X1 (style), and is X.
    if (!good) { this.error('MB024', line, column); this.record.readable = false; return; }
    this.record.seats.push({ seat: key, line });
  }

  // When the header is complete: X1 alone is X.
  closeHeader() {
    for (const s of this.record.seats) {
      if (s.seat.length > 1 && this.record.seats.filter((o) => o.seat[0] === s.seat[0]).length === 1) s.seat = s.seat[0];
    }
  }

  body(body, line) {
    const c = new Cursor(body);
    c.blank();
    const column = c.column;
    const word = c.look(/x-[a-z0-9-]+|[a-z]+(?![A-Za-z0-9!])/y);
    this.closeHeader();
    let parsed;
    if (word && word[0].startsWith('x-')) parsed = { type: 'other' };
    else if (word) {
      c.take(/[a-z]+/y);
      parsed = wordLine(word[0], c, this.record);
      if (!parsed) throw new Bad('MB005', column);
    } else parsed = turn(c, this.record);
    parsed.line = line;
    parsed.column = column;
    this.place(parsed);
    this.record.lines.push(parsed);
  }

  // Whether a line may stand here (MB012), twice (MB014), and its numbers (MB015, MB016).
  place(p) {
    const bad = (code) => { throw new Bad(code, p.column); };
    const inHand = this.state === 'deal' || this.state === 'turns' || this.state === 'ended';
    if (p.type === 'other') { if (this.state === 'result') bad('MB012'); return; }
    if (p.type === 'result') {
      if (this.state === 'result') bad('MB014');
      this.state = 'result';
      return;
    }
    if (this.state === 'result') bad('MB012');
    if (p.type === 'carried') {
      if (this.state === 'carried') bad('MB014');
      if (this.state !== 'header') bad('MB012');
      this.state = 'carried'; this.carried = true;
      return;
    }
    if (p.type === 'hand') {
      const expected = this.handNumber === null ? (this.carried ? null : 1) : this.handNumber + 1;
      this.handNumber = p.number;
      this.state = 'deal'; this.turnNumber = 0; this.said = new Set();
      if ((expected !== null && p.number !== expected) || p.number === 0) {
        this.error('MB015', p.line, p.column);
        p.gap = true; // it is judged itself
      }
      return;
    }
    if (!inHand) bad('MB012');
    if (p.type === 'deal' || p.type === 'pile' || p.type === 'setup') {
      if (this.state !== 'deal') bad('MB012');
      const what = p.type === 'deal' ? `deal ${p.seat}` : p.type === 'pile' ? 'pile' : `setup ${p.side}`;
      if (this.said.has(what)) bad('MB014');
      this.said.add(what);
      return;
    }
    if (p.type === 'turn') {
      if (this.state === 'deal') this.state = 'turns';
      this.turnNumber++;
      if (p.number !== null && p.number !== this.turnNumber) {
        this.turnNumber = p.number;
        bad('MB016');
      }
      p.number = this.turnNumber;
      return;
    }
    if (p.type === 'end') {
      if (this.state === 'ended') bad('MB014');
      this.state = 'ended';
    }
  }

  finish() {
    this.closeHeader();
    const r = this.record;
    const broken = r.rulesetBroken || this.off;
    if ((!r.ruleset && !broken) || (r.seats.length === 0 && !this.off && r.readable)) this.error('MB023', r.line, 1);
    r.errors.sort((a, b) => a.line - b.line || a.column - b.column);
    return r;
  }
}

function validDate(value) {
  const [y, m, d] = value.split('-');
  if (m !== '??' && (Number(m) < 1 || Number(m) > 12)) return false;
  if (d === '??') return true;
  if (Number(d) < 1 || Number(d) > 31) return false;
  if (m === '??') return true;
  const year = y.includes('?') ? 2000 : Number(y);
  return Number(d) <= new Date(Date.UTC(year, Number(m), 0)).getUTCDate();
}

// All records of a file; text outside them is an error of the first one.
export function parseFile(bytes, only = false) {
  const records = [];
  const outside = [];
  let reader = null;
  let line = 0;
  let skipping = false;
  for (const raw of splitLines(bytes)) {
    line++;
    let { text, bad } = decode(raw);
    const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
    const begins = /^[ \t]*MBN(?![A-Za-z0-9:-])/.test(bare);
    if (begins && only && reader) { reader.error('MB010', line, 1); skipping = true; continue; }
    if (skipping) continue;
    if (begins) {
      if (reader) records.push(reader.finish());
      reader = new RecordReader(records.length + 1, line);
      text = bare;
    }
    if (reader) { reader.read(text, bad, raw.length, line); continue; }
    if (raw.length > 65536) { outside.push({ code: 'MB003', line, column: 1 }); continue; }
    if (bad !== null) { outside.push({ code: 'MB001', line, column: bad }); continue; }
    const control = badCharacter(text, 0, text.length, true);
    if (control) { outside.push({ code: control.code, line, column: control.column }); continue; }
    const body = bare.split(';')[0];
    if (body.trim() !== '') outside.push({ code: 'MB010', line, column: [...text].length - [...text.trimStart()].length + 1 });
  }
  if (reader) records.push(reader.finish());
  if (records.length === 0) {
    if (outside.length === 0) outside.push({ code: 'MB010', line: 1, column: 1 });
    records.push({ index: 1, line: 1, headers: [], seats: [], ruleset: null, options: [], lines: [], errors: [], readable: false });
  }
  records[0].errors.unshift(...outside.slice(0, 100));
  return records;
}
