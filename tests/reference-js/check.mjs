// A second checker of recorded Mille Bornes games, written from spec/ alone. See README.md.
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseFile } from './notation.mjs';
import { findRuleset, applyOptions } from './rulesets.mjs';
import { packSize } from './cards.mjs';
import { Game } from './match.mjs';

function checkRecord(record, { ruleset = null, policy = 'as-played' }) {
  const errors = [...record.errors];
  let rs = null;
  if (ruleset) rs = findRuleset(ruleset);
  else if (record.ruleset) {
    rs = findRuleset(record.ruleset.name);
    if (!rs) errors.push({ code: 'MB027', line: record.ruleset.line, column: record.ruleset.column });
  }
  if (ruleset && !rs) throw new Error(`unknown ruleset ${ruleset}`);
  const bad = rs || record.ruleset === null ? applyOptions(rs ?? {}, record.options) : [];
  for (const e of bad) errors.push({ code: e.code, line: record.options[0].line, column: e.column });
  errors.sort((a, b) => a.line - b.line || a.column - b.column);
  const report = { index: record.index, verdict: 'unreadable', violations: [], unverified: [], hands: [], match: null, errors };
  if (!rs || bad.length > 0 || record.seats.length === 0 || !record.readable || record.optionsBroken) return report;
  const game = new Game(record, rs, policy);
  const cards = packSize(game.pack);
  const handSize = record.options.find((o) => o.key === 'hand_size');
  if (!ruleset && handSize && rs.hand_size * record.seats.length > cards) {
    errors.push({ code: 'MB029', line: handSize.line, column: handSize.valueColumn });
    return report;
  }
  for (const l of record.lines) if (l.type === 'setup' && l.values.pile > cards) errors.push({ code: 'MB013', line: l.line, column: l.column });
  game.run();
  report.violations = game.violations.sort((a, b) => a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1));
  const count = {};
  for (const u of game.unverified) count[u] = (count[u] ?? 0) + 1;
  report.unverified = Object.keys(count).sort().map((check) => ({ check, count: count[check] }));
  report.hands = game.hands;
  report.match = { totals: game.totals, winners: game.over && !(game.byPeople && rs['match.end'] === 'race') ? game.over.winners : [], ended: game.over !== null };
  if (errors.length > 0) report.verdict = 'unreadable';
  else if (report.violations.some((v) => !v.ruled)) report.verdict = 'illegal';
  else if (report.unverified.length > 0) report.verdict = 'undetermined';
  else report.verdict = 'legal';
  return report;
}

export function checkBytes(bytes, options, only = false) {
  return parseFile(bytes, only).map((r) => checkRecord(r, options));
}

async function main() {
  const args = process.argv.slice(2);
  const options = {};
  const files = [];
  let jsonl = false;
  while (args.length > 0) {
    const a = args.shift();
    if (a === '--ruleset') options.ruleset = args.shift();
    else if (a === '--policy') options.policy = args.shift();
    else if (a === '--jsonl') jsonl = true;
    else files.push(a);
  }
  if (jsonl) {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue;
      const job = JSON.parse(line);
      let answer;
      try {
        [answer] = checkBytes(Buffer.from(job.record, 'utf8'), { ruleset: job.ruleset ?? null, policy: job.policy ?? 'as-played' }, true);
      } catch (e) { answer = { crashed: String(e.stack) }; }
      write(JSON.stringify({ id: job.id, ...answer }) + '\n');
    }
    return;
  }
  for (const f of files) {
    const bytes = readFileSync(f === '-' ? 0 : f);
    for (const report of checkBytes(bytes, options)) write(JSON.stringify(report) + '\n');
  }
}

function write(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try { bytes = bytes.subarray(writeSync(1, bytes)); } catch (e) { if (e.code !== 'EAGAIN') throw e; }
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
