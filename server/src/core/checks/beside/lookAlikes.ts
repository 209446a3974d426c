/**
 * # look-alike-names (warning; configurable by the person alone)
 * Two environments of a `targeting.config.json` have names that look the same. They differ only in letter case or width,
 * in `0` and `O`, in `1`, `l`, `I` and `|`, or in Cyrillic or Greek letters that look Latin. People may confuse them.
 * Not reported: groups of letters such as `rn` and `m`, or names in two configs.
 *
 * Fix: rename one of them; its `key` can stay. Your user settings can silence this with
 * `"toggleTargeting.problems": { "look-alike-names": "off" }`. A config or workspace settings cannot, because the warning
 * may be about them.
 */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import { asObject } from '../../json/plain.js';
import { environmentsIn } from '../../targeting/rules/policy.js';
import type { ObjectFinding } from '../check.js';
import { quoted } from '../words.js';

export function lookAlikes(document: JsonDocument): readonly ObjectFinding[] {
  const first = new Map<string, string>();
  return environmentsIn(asObject(document.root?.value) ?? {}).flatMap(([name]): readonly ObjectFinding[] => {
    if (name.length > MAX_COMPARED_LENGTH) return [];
    const look = lookOf(name);
    const other = first.get(look);
    first.set(look, other ?? name);
    if (other === undefined) return [];
    const message = t('{0} and {1} look alike: someone could push to the wrong one.', quoted(name), quoted(other));
    return [{ code: 'look-alike-names', path: ['environments', name], atKey: true, message }];
  });
}

/** The maximum length of a compared name, in UTF-16 code units. The schema already reports longer names. */
const MAX_COMPARED_LENGTH = 200;

function lookOf(name: string): string {
  const characters = Array.from(name.normalize('NFKC'), (character) => latin.get(character) ?? character);
  return characters.join('').toLowerCase().replace(/\s+/g, ' ').trim();
}

const from = 'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһԁԛԝ' + 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ' + '01I|';
const to = 'ABESlJKMHOPCTYXabesijkmhopctyxhdqw' + 'ABEZHlKMNOPTYXaiKvopux' + 'Olll';
const latin: ReadonlyMap<string, string> = new Map(Array.from(from, (letter, index) => [letter, to[index] ?? letter]));
