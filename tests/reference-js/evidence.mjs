// What is known of a set of cards: a hand, or a draw pile whose order is not known.
// known: faces; wild: cards without a face; hidden: cards that left without their face being written.
export const bag = (faces = []) => {
  const b = { known: {}, wild: 0, hidden: 0, recycled: false };
  for (const f of faces) add(b, f);
  return b;
};
export const unknownBag = (size) => ({ known: {}, wild: size, hidden: 0, recycled: false });
const knownTotal = (b) => Object.values(b.known).reduce((x, y) => x + y, 0);
export const size = (b) => knownTotal(b) + b.wild - b.hidden;

export function add(b, face) {
  if (face === '?') b.wild++;
  else b.known[face] = (b.known[face] ?? 0) + 1;
}

// Whether the set holds the card: 'yes', 'no' or 'maybe'.
export function holds(b, face, times = 1) {
  const n = b.known[face] ?? 0;
  if (n - b.hidden >= times) return 'yes';
  if (n + b.wild < times || size(b) < times) return 'no';
  return 'maybe';
}

// Takes a card out; says whether it was there. 'no' leaves the set as it was.
export function remove(b, face) {
  if (size(b) <= 0) return 'no';
  let answer;
  if (face === '?') {
    answer = 'maybe';
    if (knownTotal(b) === 0) b.wild--; else b.hidden++;
  } else {
    answer = holds(b, face);
    if (answer === 'no') return 'no';
    if ((b.known[face] ?? 0) > 0) { b.known[face]--; if (b.known[face] === 0) delete b.known[face]; } else b.wild--;
  }
  if (size(b) === 0) { b.known = {}; b.wild = 0; b.hidden = 0; }
  return answer;
}

// Nothing is known of it any more.
export function forget(b, newSize) {
  b.known = {}; b.wild = Math.max(0, newSize); b.hidden = 0; b.recycled = false;
}

// The faces that may be in it, and how sure that is.
export function faces(b) {
  return Object.keys(b.known).map((f) => ({ face: f, sure: b.known[f] - b.hidden > 0 }));
}

// How many copies of a face it accounts for. A card that left unseen still exists,
// in the discard pile as an unknown card, until unknown discards come back into play.
export function copies(b, face) {
  const n = b.known[face] ?? 0;
  return b.recycled ? Math.max(0, n - b.hidden) : n;
}
