/**
 * look-alike-names: environments of one config whose names look the same, so that a push may go to another than is meant. As far
 * as plain: letter case, width, 0 and O, 1 and l and I, and letters of Cyrillic and Greek that look like Latin ones.
 */
import type { JsonDocument } from '../json/document.js';
import { asObject } from '../json/plain.js';
import { spanAt } from '../json/queries.js';
import { messages } from './catalogue.js';
import type { Problem } from './problem.js';

export function lookAlikes(document: JsonDocument): readonly Problem[] {
  const first = new Map<string, string>();
  const names = Object.keys(asObject(asObject(document.root?.value)?.['environments']) ?? {});
  return names.flatMap((name): Problem[] => {
    if (name.length > longest) return [];
    const look = lookOf(name);
    const other = first.get(look);
    first.set(look, other ?? name);
    if (other === undefined) return [];
    const { start, end } = spanAt(document, ['environments', name], 'key');
    const range = { start: document.positionAt(start), end: document.positionAt(end) };
    return [{ code: 'look-alike-names', message: messages.lookAlike(name, other), range }];
  });
}

/** UTF-16 units. The schema refuses longer names, whatever they look like. */
const longest = 200;

function lookOf(name: string): string {
  const characters = Array.from(name.normalize('NFKC'), (character) => latin.get(character) ?? character);
  return characters.join('').toLowerCase().replace(/\s+/g, ' ').trim();
}

const from = 'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһԁԛԝ' + 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ' + '01I|';
const to = 'ABESlJKMHOPCTYXabesijkmhopctyxhdqw' + 'ABEZHlKMNOPTYXaiKvopux' + 'Olll';
const latin: ReadonlyMap<string, string> = new Map(Array.from(from, (letter, index) => [letter, to[index] ?? letter]));
