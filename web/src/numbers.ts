// Numbers as people type them. What is not plainly one number is told, never guessed.

export type Typed = { value: number } | { problem: string };

const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** The number that a text is, or what is wrong with it, to follow `name = "text"`. */
export function typedNumber(text: string): Typed {
  const written = text.trim().replace(/^\u2212/, '-');
  if (written === '') return { problem: 'must be a number' };
  if (/^[+-]?[\d.,' ]*,[\d.,' ]*$/.test(written))
    return { problem: 'must be a number without commas: write decimals with a point (0.7) and thousands without a separator (1000)' };
  if (/^[+-]?0[xbo]/i.test(written)) return { problem: 'must be a decimal number' };
  if (!plain.test(written)) return { problem: 'must be a number, such as 0.7 or 2e-3' };
  const value = Number(written);
  return Number.isFinite(value) ? { value } : { problem: 'is too large' };
}
