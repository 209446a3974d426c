/**
 * # look-alike-names (warning; configurable by the person alone)
 * Two environments of a `targeting.config.json` have names that look the same: but for letter case, `0` and `O`, `1`,
 * `l` and `I`, or letters of other scripts. People may take one for the other.
 *
 * Fix: give one of them another name; its `key` can stay. Your user settings can silence it with
 * `"toggleTargeting.problems": { "look-alike-names": "off" }`; a config or the settings of a workspace, which may be
 * what is warned of, cannot.
 * ---
 * As far as plain: letter case, width, 0 and O, 1 and l and I, and letters of Cyrillic and Greek that look like Latin
 * ones.
 */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../../json/document.js';
import { asObject } from '../../json/plain.js';
import { environmentsIn } from '../../targeting/rules/policy.js';
import type { ObjectFinding } from '../check.js';
import { quoted } from '../words.js';

/** Their paths begin at the body. */
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

/** UTF-16 units. The schema refuses longer names, whatever they look like. */
const MAX_COMPARED_LENGTH = 200;

function lookOf(name: string): string {
  const characters = Array.from(name.normalize('NFKC'), (character) => latin.get(character) ?? character);
  return characters.join('').toLowerCase().replace(/\s+/g, ' ').trim();
}

const from = 'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһԁԛԝ' + 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ' + '01I|';
const to = 'ABESlJKMHOPCTYXabesijkmhopctyxhdqw' + 'ABEZHlKMNOPTYXaiKvopux' + 'Olll';
const latin: ReadonlyMap<string, string> = new Map(Array.from(from, (letter, index) => [letter, to[index] ?? letter]));
