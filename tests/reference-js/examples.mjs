// The examples of codes.md and notation.md as tests: node tests/reference-js/examples.mjs
import { readFileSync } from 'node:fs';
import { checkBytes } from './check.mjs';

const spec = new URL('../../spec/', import.meta.url);
let failed = 0;
let passed = 0;
const say = (ok, what) => { if (ok) passed++; else { failed++; console.log('FAIL', what); } };

const RULESET_LINE = /^Ruleset: \S+/m;

for (const section of readFileSync(new URL('codes.md', spec), 'utf8').split(/^### /m).slice(1)) {
  const code = /MB\d{3}<|MB\d{3}/.exec(section)[0].slice(0, 5);
  const block = /```diff\n([\s\S]*?)```/.exec(section);
  const intro = /^(Unreadable|Illegal|Style|Not decided) .*$/m.exec(section);
  if (!block || !intro) continue;
  const place = /at (\d+):(\d+)/.exec(intro[0]);
  const lines = block[1].split('\n').slice(0, -1);
  const make = (sign) => lines.filter((l) => l === '' || l[0] === ' ' || l[0] === sign).map((l) => l.slice(2)).join('\n') + '\n';
  let minus = make('-');
  const plus = make('+');
  const times = /`([^`]*)` stands there (\d+) times/.exec(intro[0]);
  if (times) {
    const piece = times[1].replace('(line end)', '\n');
    minus = minus.replace(piece, piece.repeat(Number(times[2])));
  }
  minus = minus.replace('(BEL)', '\x07').replace('(CR)', '\r').replace('(byte order mark)', '\ufeff').replace('(no line end)\n', '');
  const encode = (t, bad) => (code === 'MB001' && bad ? Buffer.from(t, 'latin1') : Buffer.from(t, 'utf8'));
  const others = /the same under ([^;]*?)[.;]?$/m.exec(intro[0])?.[1].replace(/\.$/, '').split(', ') ?? [];
  for (const ruleset of [null, ...others]) {
    const swap = (t) => (ruleset ? t.replace(RULESET_LINE, `Ruleset: ${ruleset}`) : t);
    const [a] = checkBytes(encode(swap(minus), true), {});
    const [b] = checkBytes(encode(swap(plus), false), {});
    const name = `${code} ${ruleset ?? ''}`;
    const show = (r) => JSON.stringify({ v: r.verdict, e: r.errors, x: r.violations.map((y) => `${y.code}@${y.line}:${y.column}`), u: r.unverified });
    if (intro[1] === 'Unreadable') {
      const hit = a.errors.some((e) => e.code === code && `${e.line}:${e.column}` === `${place[1]}:${place[2]}`);
      say(a.verdict === 'unreadable' && hit, `${name} - ${show(a)}`);
      say(b.errors.length === 0, `${name} + ${show(b)}`);
    } else if (intro[1] === 'Illegal') {
      const v = a.violations;
      say(a.verdict === 'illegal' && v.length === 1 && v[0].code === code && `${v[0].line}:${v[0].column}` === `${place[1]}:${place[2]}`, `${name} - ${show(a)} want ${place[0]}`);
      say(b.verdict === 'legal', `${name} + ${show(b)}`);
    } else if (intro[1] === 'Style') {
      say(a.errors.length === 0 && b.errors.length === 0, `${name} ${show(a)}`);
      say(JSON.stringify(a.violations) === JSON.stringify(b.violations), `${name} ${show(a)}`);
    } else {
      const want = intro[0].includes('cannot be avoided') ? 'unreadable' : 'undetermined';
      say(a.verdict === want, `${name} - ${show(a)}`);
      say(want === 'unreadable' || b.verdict === (intro[0].includes('another reason') ? 'undetermined' : 'legal'), `${name} + ${show(b)}`);
    }
  }
}

for (const m of readFileSync(new URL('notation.md', spec), 'utf8').matchAll(/^```mbn (\S+)(.*)\n([\s\S]*?)^```/gm)) {
  const [, kind, rest, text] = m;
  if (kind === 'error') {
    const [, code, line, column] = /(MB\d{3}) (\d+):(\d+)/.exec(rest);
    const [r] = checkBytes(Buffer.from(text), {});
    say(r.errors.length === 1 && r.errors[0].code === code && r.errors[0].line === Number(line) && r.errors[0].column === Number(column), `notation ${rest} ${JSON.stringify(r.errors)}`);
  } else if (kind === 'legal-lines') {
    for (const l of text.trimEnd().split('\n')) {
      const team = /[XY][12]/.test(l);
      const seats = team ? 'X1:\nY1:\nX2:\nY2:\n' : 'X:\nY:\nZ:\n';
      const before = /^(carried|result)/.test(l) ? '' : 'hand 1 first ' + (team ? 'X1' : 'X') + '\n';
      const line = team ? l.replace(/\b([XY]) (?=\(|\/)/, '$11 ') : l;
      const [r] = checkBytes(Buffer.from(`MBN 1\nRuleset: winning-moves\n${seats}${before}${line}\n`), {});
      say(r.errors.length === 0, `notation line ${l} ${JSON.stringify(r.errors)}`);
    }
  } else {
    const [r] = checkBytes(Buffer.from(text), {});
    say(r.errors.length === 0, `notation ${kind} ${JSON.stringify(r.errors)}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
