/**
 * The prerequisites of a file that nobody has open, in a sixth of the memory: with three ranges each, a repository of very
 * many would take hundreds of megabytes. They are unpacked for whoever asks where they stand.
 */
import type { Range } from 'vscode-languageserver-types';

/** A string of the file, and where it stands, quotes included. */
export interface Words {
  readonly text: string;
  readonly range: Range;
}

export interface PrerequisiteSummary {
  readonly key: Words | undefined;
  readonly value: Words | undefined;
  readonly type: string | undefined;
  readonly range: Range;
}

/** @returns what makes them again */
export function packed(prerequisites: readonly PrerequisiteSummary[]): () => readonly PrerequisiteSummary[] {
  const keys = prerequisites.map(({ key }) => key?.text);
  const values = shared(prerequisites.map(({ value }) => value?.text));
  const types = shared(prerequisites.map(({ type }) => type));
  const places = new Int32Array(perPrerequisite * prerequisites.length);
  prerequisites.forEach(({ key, value, range }, index) => {
    [key?.range, value?.range, range].forEach((each, part) => {
      if (each === undefined) return;
      const { start, end } = each;
      places.set([start.line, start.character, end.line, end.character], perPrerequisite * index + 4 * part);
    });
  });
  const rangeAt = (index: number): Range => {
    const [startLine = 0, startCharacter = 0, endLine = 0, endCharacter = 0] = places.subarray(4 * index);
    return {
      start: { line: startLine, character: startCharacter },
      end: { line: endLine, character: endCharacter },
    };
  };
  const wordsAt = (text: string | undefined, index: number): Words | undefined =>
    text === undefined ? undefined : { text, range: rangeAt(index) };
  return () =>
    types.map((type, index) => ({
      key: wordsAt(keys[index], 3 * index),
      value: wordsAt(values[index], 3 * index + 1),
      type,
      range: rangeAt(3 * index + 2),
    }));
}

/** Each text once: most prerequisites want the same value of the same type. */
function shared(texts: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const known = new Map<string | undefined, string | undefined>();
  return texts.map((text) => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text);
  });
}

/** Numbers: of three ranges, four each. */
const perPrerequisite = 12;
