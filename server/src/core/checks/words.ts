/** Shortens and quotes texts from the user's file, so that a message stays on one line. */
import { listOf } from '../targeting/joined.js';

export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function quoted(text: string): string {
  return JSON.stringify(short(text));
}

export function listed(words: readonly string[]): string {
  return listOf(words.map((word) => JSON.stringify(word)));
}

/** The string to which the service converts a string, number or boolean (evaluation.md 1.1). */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
