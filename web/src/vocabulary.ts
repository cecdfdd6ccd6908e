// The words of the program for what it computes and for what can be varied: those of its plots and files.

export interface Word {
  description: string; // "amplitude ratio kX/p₀"
  axis: string; // the same with its unit, where it has one
}

let words = new Map<string, Word>();

/** Takes the words that the server sends with its cases. */
export function learn(sent: Record<string, Word>): void {
  words = new Map(Object.entries(sent));
}

/** What an observable or a key is called. */
export const wordFor = (name: string): string => words.get(name)?.description ?? name;

/** The label of an axis, with the unit. */
export const axisFor = (name: string): string => words.get(name)?.axis ?? name;

/** A word at the beginning of a line. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
