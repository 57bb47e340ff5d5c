// The cards of the pack (rulesets.md 1.1, 7.1).
export const STANDARD = {
  25: 10, 50: 10, 75: 10, 100: 12, 200: 4,
  'A-': 3, 'F-': 3, 'T-': 3, 'R-': 5, 'L-': 4,
  'A+': 6, 'F+': 6, 'T+': 6, 'R+': 14, 'L+': 6,
  'A*': 1, 'F*': 1, 'T*': 1, 'R*': 1,
};
export const FACES = Object.keys(STANDARD);
export const SIDES = ['X', 'Y', 'Z', 'W', 'V', 'U', 'Q', 'P'];
export const ALL_SAFETIES = ['A*', 'F*', 'T*', 'R*'];

export const isDistance = (c) => /^\d+$/.test(c);
export const isHazard = (c) => /^[AFTRL]-$/.test(c);
export const isStopping = (c) => /^[AFTR]-$/.test(c);
export const isRemedy = (c) => /^[AFTRL]\+$/.test(c);
export const isPlainRemedy = (c) => /^[AFT]\+$/.test(c);
export const isSafety = (c) => /^[AFTR]\*$/.test(c);

// The safety that covers a hazard; the hazard that a plain remedy cures.
export const safetyOf = (hazard) => (hazard === 'L-' ? 'R*' : hazard[0] + '*');
export const hazardOf = (remedy) => remedy[0] + '-';

export function pack(reduced) {
  const p = { ...STANDARD };
  if (reduced) for (const h of ['A-', 'F-', 'T-', 'R-', 'L-']) p[h] -= 1;
  return p;
}
export const packSize = (p) => Object.values(p).reduce((a, b) => a + b, 0);
