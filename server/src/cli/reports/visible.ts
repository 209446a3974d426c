/** Makes text from files safe for one line of a terminal: it can neither move the cursor nor hide or reverse text. */
import type { World } from '../world.js';

/** Prints sentences to stderr. @returns the exit code for errors */
export function printErrors({ messages }: Pick<World, 'messages'>, ...sentences: readonly string[]): 2 {
  for (const sentence of sentences) messages.write(`${visible(sentence)}\n`);
  return 2;
}

export function visible(text: string): string {
  return text.replace(unprintable, escaped);
}

/** Escapes characters in multi-line JSON. Programs still read the same data. */
export function visibleJson(json: string): string {
  return json.replace(unprintableInJson, escaped);
}

export function jsonLines(report: unknown): string {
  return `${visibleJson(JSON.stringify(report, undefined, 2))}\n`;
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Control and format characters, and characters that look blank, but not joiners and variation selectors. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800](?<![\u200C\u200D\uFE0E\uFE0F])/gu;
/** Like `unprintable`, but keeps line feeds, so that reports of a hundred megabytes need not be split into lines. */
const unprintableInJson = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800](?<![\n\u200C\u200D\uFE0E\uFE0F])/gu;
