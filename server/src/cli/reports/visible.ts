/** Text of a file or its name on one line of a terminal: it moves no cursor, rings no bell, hides and turns around nothing. */
import type { World } from '../world.js';

/** Tells sentences on stderr. @returns the exit code of what cannot be done */
export function complain({ messages }: Pick<World, 'messages'>, ...sentences: readonly string[]): 2 {
  for (const sentence of sentences) messages.write(`${visible(sentence)}\n`);
  return 2;
}

export function visible(text: string): string {
  return text.replace(unprintable, escaped);
}

/** JSON of several lines; programs read the same of it. */
export function visibleJson(json: string): string {
  return json.replace(unprintableInJson, escaped);
}

/** The same of a whole report. */
export function jsonLines(report: unknown): string {
  return `${visibleJson(JSON.stringify(report, undefined, 2))}\n`;
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/**
 * Control and format characters, tabs and line ends among them, and what looks like a blank; not the two that join and part letters and
 * emoji, nor the variations of emoji.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800](?<![\u200C\u200D\uFE0E\uFE0F])/gu;
/** All of it but line feeds; a pattern of its own, for a report may have a hundred megabytes of it. */
const unprintableInJson = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800](?<![\n\u200C\u200D\uFE0E\uFE0F])/gu;
