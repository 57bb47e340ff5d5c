// The thirteen rulesets, transcribed from rulesets.md 4.1 and 4.2, and the Options of a record.
const COLUMNS = ['DC', 'D14', 'A14', 'D24', 'D24P', 'D25', 'PB', 'WM', 'BSD', 'KM', 'P5', 'TZ', 'JR'];
export const IDS = {
  DC: 'dujardin-classic', D14: 'dujardin-2014', A14: 'asmodee-2014', D24: 'dujardin-2024',
  D24P: 'dujardin-2024-points', D25: 'dujardin-2025', PB: 'parker-1988', WM: 'winning-moves',
  BSD: 'bsd-mille', KM: 'kilometres', P5: 'points-5000', TZ: 'teamzy', JR: 'junior',
};

// 4.2, one line a knob, in the order of COLUMNS.
const TABLE = `
hand_size 6 6 6 6 6 6 6 6 6 6 6 6 6
first.rotation left any any any left any left left left any left left any
draw_from_discard no no top no no no no no no no no no no
discard_when always only_if_no_play always always always always always always always always always always always
discard_safety yes yes yes yes yes yes yes yes no yes yes yes yes
start_needs_roll yes yes yes yes yes yes yes yes yes yes yes yes given
roll_after_remedy yes no no yes yes yes yes yes yes no yes yes no
roll_after_safety_cure no no no no no no no no no no no no no
useless_remedies no no no no no no no no roll_only no no no no
max_200 2 2 2 2 2 2 2 2 2 2 2 2 2
finish exact exact at_least exact exact exact exact exact exact exact exact exact exact
hazard_on_hazard no no no no no no yes no no no no no no
hazard_on_remedy no no no no no no no no no no yes no no
hazard_on_bare_right_of_way yes yes yes yes yes yes yes yes yes yes yes yes yes
limit_on_limit no no no no no no no yes no no no no no
safety.cures all all all all all all all all all all all all all
safety.extra_turn yes yes yes yes yes yes yes yes yes yes yes yes yes
extra_turn_when_exhausted no yes yes yes yes yes yes yes yes yes yes yes yes
safety.km 0 0 100 0 0 0 0 0 0 100 0 0 0
coup_fourre.km 0 0 0 0 0 0 0 0 0 300 0 0 0
coup_fourre.window next_draw next_draw next_draw next_draw next_draw next_draw own_side_draw next_draw own_draw next_draw next_draw next_draw next_draw
coup_fourre.held at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing at_landing
exhaustion play_out stop_when_pile_empty reshuffle nobody_can_play nobody_can_play stop_when_no_distance_left nobody_can_play play_out nobody_can_play stop_when_pile_empty play_out nobody_can_play stop_when_pile_empty
nobody_finishes no_winner furthest_wins no_winner furthest_wins furthest_wins furthest_wins no_winner no_winner no_winner furthest_wins furthest_wins no_winner furthest_wins
furthest_tie no_winner shared no_winner shared no_winner shared no_winner no_winner no_winner shared no_winner no_winner shared
extension.success_to caller caller caller caller caller caller caller caller finisher caller caller caller caller
extension.failure_to each_opponent each_opponent each_opponent each_opponent each_opponent each_opponent each_if_finished each_opponent nobody each_opponent each_opponent nobody each_opponent
score.bonus_km 0 0 0 0 0 0 0 0 0 1 0 0 0
score.safety 100 0 100 0 100 0 100 100 100 0 100 100 0
score.all_safeties 300 0 0 0 0 0 300 300 300 0 300 300 0
score.coup_fourre 300 0 200 0 300 0 300 300 300 0 300 300 0
score.trip 400 0 0 0 400 0 400 400 400 0 400 400 0
score.delayed_action 300 0 0 0 0 0 300 300 300 0 300 0 0
score.delayed_action_when pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty
score.safe_trip 300 0 0 0 200 0 300 300 300 0 300 0 0
score.no_200_no_100 0 0 0 0 0 0 0 0 0 0 0 0 0
score.extension 200 0 0 0 0 0 200 200 200 0 0 200 0
score.shut_out 0 0 0 0 0 0 500 500 500 0 500 0 0
score.capot_each 500 0 0 0 0 0 0 0 0 0 0 500 0
score.capot_once 0 0 0 0 500 0 0 0 0 0 500 0 0
match.end points race points race points race points points points race points points race
match.hands none none 1 none none none none none none none none none none
match.target 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000
match.tie play_on tied tied tied play_on tied play_on play_on tied tied play_on play_on tied
`;

// 4.1: seatings, "target>extension" and r for the reduced pack; what is not named is not allowed.
const SEATINGS = {
  DC: '2x1:700>1000r 3x1:700>1000r 2x2:1000 3x2:700>1000',
  D14: '2x1:1000 3x1:1000 4x1:1000 2x2:1000 3x2:1000 4x2:1000',
  A14: '2x1:1000 3x1:1000 4x1:1000 2x2:1000 3x2:1000',
  BSD: '2x1:700>1000r',
  KM: '2x1:700 3x1:700 4x1:1000 2x2:1000 3x2:1000 4x2:1000',
  TZ: '2x1:1000 3x1:1000 4x1:1000 5x1:1000 6x1:1000 2x2:1000 3x2:1000 2x3:1000',
};
SEATINGS.PB = SEATINGS.DC; SEATINGS.WM = SEATINGS.DC;
SEATINGS.D24 = SEATINGS.D14; SEATINGS.D24P = SEATINGS.D14; SEATINGS.D25 = SEATINGS.D14;
SEATINGS.P5 = SEATINGS.KM; SEATINGS.JR = SEATINGS.KM;

// 3.1: the values of each knob; 'n' is a whole number.
const VALUES = {
  seatings: ['any'], target: ['by_seating', 'n'], extension: ['by_seating', 'none', 'n'],
  reduced_deck: ['by_seating', 'no', 'yes'], 'deck.cards': ['standard'], hand_size: ['n'],
  'first.rotation': ['left', 'same', 'any'], draw_from_discard: ['no', 'top'],
  discard_when: ['always', 'only_if_no_play'], discard_safety: ['yes', 'no'],
  start_needs_roll: ['yes', 'no', 'given'], roll_after_remedy: ['yes', 'no'],
  roll_after_safety_cure: ['no', 'yes'], useless_remedies: ['no', 'yes', 'roll_only'], max_200: ['n'],
  finish: ['exact', 'at_least'], hazard_on_hazard: ['no', 'yes'], hazard_on_remedy: ['no', 'yes'],
  hazard_on_bare_right_of_way: ['yes', 'no'], limit_on_limit: ['no', 'yes'],
  'safety.cures': ['all', 'right_of_way_only'], 'safety.extra_turn': ['yes', 'no'],
  extra_turn_when_exhausted: ['yes', 'no'], 'safety.km': ['n'], 'coup_fourre.km': ['n'],
  'coup_fourre.window': ['next_draw', 'own_side_draw', 'own_draw', 'next_play'],
  'coup_fourre.held': ['at_landing', 'at_showing'],
  exhaustion: ['play_out', 'nobody_can_play', 'stop_when_pile_empty', 'stop_when_no_distance_left', 'reshuffle'],
  nobody_finishes: ['no_winner', 'furthest_wins'], furthest_tie: ['no_winner', 'shared'],
  'extension.success_to': ['caller', 'finisher'],
  'extension.failure_to': ['each_opponent', 'each_if_finished', 'nobody'],
  'score.bonus_km': ['n'], 'score.safety': ['n'], 'score.all_safeties': ['n'], 'score.coup_fourre': ['n'],
  'score.trip': ['n'], 'score.delayed_action': ['n'],
  'score.delayed_action_when': ['pile_empty', 'after_failed_draw'], 'score.safe_trip': ['n'],
  'score.no_200_no_100': ['n'], 'score.extension': ['n'], 'score.shut_out': ['n'], 'score.capot_each': ['n'],
  'score.capot_once': ['n'], 'match.end': ['points', 'race'], 'match.hands': ['none', 'n'],
  'match.target': ['n'], 'match.tie': ['play_on', 'tied'],
};

export const RULESETS = {};
for (const col of COLUMNS) {
  const knobs = { target: 'by_seating', extension: 'by_seating', reduced_deck: 'by_seating', 'deck.cards': 'standard' };
  for (const row of TABLE.trim().split('\n')) {
    const cells = row.trim().split(/\s+/);
    const value = cells[1 + COLUMNS.indexOf(col)];
    knobs[cells[0]] = /^\d+$/.test(value) ? Number(value) : value;
  }
  knobs.seatings = {};
  for (const cell of SEATINGS[col].split(' ')) {
    const m = /^(\dx\d):(\d+)(?:>(\d+))?(r?)$/.exec(cell);
    knobs.seatings[m[1]] = { target: Number(m[2]), extension: m[3] ? Number(m[3]) : null, reduced: m[4] === 'r' };
  }
  RULESETS[IDS[col]] = knobs;
}

// The ruleset of an id ("winning-moves", "winning-moves@1"), or null.
export function findRuleset(name) {
  const [id, version] = name.split('@');
  if (version !== undefined && version !== '1') return null;
  return Object.hasOwn(RULESETS, id) ? structuredClone(RULESETS[id]) : null;
}

// Puts the options of a record into the knobs. options: [{key, value, keyColumn, valueColumn}].
// Gives the errors as [{code, column}].
export function applyOptions(knobs, options) {
  const errors = [];
  const seen = new Set();
  for (const o of options) {
    if (!Object.hasOwn(VALUES, o.key) || seen.has(o.key)) { errors.push({ code: 'MB028', column: o.keyColumn }); continue; }
    seen.add(o.key);
    const allowed = VALUES[o.key];
    const number = /^\d{1,9}$/.test(o.value);
    if (number && allowed.includes('n')) { knobs[o.key] = Number(o.value); continue; }
    if (o.value !== 'n' && allowed.includes(o.value)) {
      if (o.key === 'seatings') knobs.anySeating = true; else knobs[o.key] = o.value;
      continue;
    }
    errors.push({ code: 'MB029', column: o.valueColumn });
  }
  return errors;
}

// Base target, extension (or null), pack and legality of the seating of these sides (3.1 seatings).
export function seatingOf(knobs, sides, seatsASide, equal) {
  const cell = equal ? knobs.seatings[`${sides}x${seatsASide}`] : undefined;
  let allowed = cell !== undefined;
  if (!allowed && equal && sides > 1 && knobs.anySeating && typeof knobs.target === 'number') allowed = true;
  const base = cell ?? { target: 1000, extension: null, reduced: false };
  const target = typeof knobs.target === 'number' ? knobs.target : base.target;
  let extension = knobs.extension === 'by_seating' ? base.extension : knobs.extension === 'none' ? null : knobs.extension;
  if (extension !== null && extension <= target) extension = null;
  const reduced = knobs.reduced_deck === 'by_seating' ? base.reduced : knobs.reduced_deck === 'yes';
  return { allowed, target, extension, reduced };
}
