// What is known of a set of cards: a hand, or the part of a draw pile whose order is not known (rulesets.md 2.3).
// known: faces; wild: cards whose face nobody wrote; lost: cards that left face down; size: cards in it now.
const newBag = (size) => ({ known: {}, wild: size, lost: 0, size });
export const unknownBag = (size) => newBag(Math.max(0, size));
export const bag = (faces = []) => {
  const b = newBag(0);
  for (const f of faces) add(b, f);
  return b;
};
export const size = (b) => b.size;
export const informed = (b) => Object.keys(b.known).length > 0;
export const knownTotal = (b) => Object.values(b.known).reduce((x, y) => x + y, 0);

export function add(b, face) {
  b.size++;
  if (face === '?') b.wild++;
  else b.known[face] = (b.known[face] ?? 0) + 1;
}

// Whether the set holds the card: 'yes', 'no' or 'maybe'.
export function holds(b, face) {
  if (b.size === 0) return 'no';
  if ((b.known[face] ?? 0) > b.lost) return 'yes';
  return b.wild > 0 || (b.known[face] ?? 0) > 0 ? 'maybe' : 'no';
}

// Takes a card out; says whether it was there. 'no' leaves the set as it was.
export function remove(b, face) {
  if (b.size === 0) return 'no';
  let answer = 'maybe';
  if (face === '?') { if (informed(b)) b.lost++; else b.wild--; } else {
    answer = holds(b, face);
    if (answer === 'no') return 'no';
    takeKnown(b, face);
  }
  b.size--;
  if (b.size === 0) forget(b, 0);
  return answer;
}
// A card that was not known uses up an unknown one.
function takeKnown(b, face) {
  if ((b.known[face] ?? 0) === 0) { if (b.wild > 0) b.wild--; return; }
  b.known[face]--;
  if (b.known[face] === 0) delete b.known[face];
}

// A card that was just drawn goes back: the very card, seen or not.
export function giveBack(b, face) {
  if (face !== '?') return remove(b, face);
  if (b.size === 0) return 'no';
  if (b.wild > 0) b.wild--;
  b.size--;
  if (b.size === 0) forget(b, 0);
  return 'yes';
}

// Nothing is known of it any more.
export function forget(b, newSize) {
  b.known = {}; b.size = Math.max(0, newSize); b.wild = b.size; b.lost = 0;
}

// The faces that may be in it, and how sure that is.
export function faces(b) {
  return Object.keys(b.known).map((f) => ({ face: f, sure: b.known[f] > b.lost }));
}
export const unknown = (b) => b.wild > 0 && b.size > 0;

// How many copies of a face are there for certain: a card that left face down may be any of them.
export const copies = (b, face) => Math.max(0, (b.known[face] ?? 0) - b.lost);
