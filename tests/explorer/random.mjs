// Random numbers that repeat with their seed (mulberry32).

export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)] };
}

/** Pieces of text that have broken something somewhere. */
export const hostilePieces = [
  "'", '"', '\\', '`', '$(touch planted)', '`touch planted`', '; touch planted #', '&& touch planted', '| touch planted',
  '\n', '\r', '\t', '\0', '\x1b[31m', '\x7f', '\u2028', '\u2029', '\u202e', '\u200b', '\ufeff', '${IFS}', '!!', '*', '?', '~', '#',
  '{a,b}', '<x', '>planted', '"""', "'''", '\\n', '\\x27', '\\u0022', '{0}', '%s', '%27', '\ud800', '\udfff', '😀', 'é', '-rf', '--json',
  '__import__("os").system("touch planted")', '"); import os; os.system("touch planted"); ("', ' ', '=', ',', ':', '[', ']', '(', ')',
  '</script>', '<img src=x onerror=alert(1)>', '&amp;', 'constructor', '__proto__', '1e999', '0x10', 'NaN', 'Infinity', '-0', 'null',
]; // prettier-ignore

export const hostileText = (random, most = 8) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(hostilePieces)).join('');
