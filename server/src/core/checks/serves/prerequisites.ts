/**
 * # unknown-prerequisite (hint)
 * No file of the same environment describes the toggle. It may well exist in the service. A toggle that the service is
 * known to lack is an `impossible-prerequisite`.
 * Not reported: a toggle that the service has, if [that is known](pushing.md#data-from-the-service).
 *
 * Fix: change to the toggle with the most similar key, or add the toggle's file.
 *
 * # impossible-prerequisite (warning)
 * The prerequisite is never met. No variation in the other toggle's file has that value, its rules never serve it, or
 * the service has no such toggle. Values are compared by the prerequisite's `type`: in JSON, neither blanks nor the order
 * of keys counts, but `10.0` is not `10`.
 * Not reported: a wrong value of a toggle that has no file.
 *
 * Fix: choose one of the other toggle's values.
 *
 * # prerequisite-cycle (warning)
 * The toggle depends on itself, directly or through the files of other toggles. The service would refuse it.
 * Not reported: a cycle through a toggle that has no file.
 *
 * Fix: yours to decide.
 *
 * # prerequisite-depth (warning)
 * The chain has more than 20 toggles, including this one. The service would refuse it. At most 2,000 prerequisites of
 * others are followed for a file; a warning marks where the search for long chains and cycles stopped.
 * Not reported: links of the chain that only the service knows.
 *
 * Fix: yours to decide.
 * ---
 * Other toggles may have no file, so a missing file is only a hint.
 */
import { t } from '../../t.js';
import { asObject } from '../../json/plain.js';
import type { OtherToggles } from '../../targeting/otherToggles.js';
import type { FileFinding, KnownService } from '../check.js';
import { fileCheck } from '../check.js';
import { replacement } from '../closest.js';
import { isMet } from './prerequisiteMet.js';
import type { Fix } from '../problem.js';
import { quoted } from '../words.js';

export const prerequisites = fileCheck({
  reads: ['prerequisites', 'otherToggles', 'services'],
  find: ({ prerequisites: list, otherToggles: others, services }) => {
    const followed = { count: 0 };
    return list.flatMap((item, index): readonly FileFinding[] => {
      const { key, value, type } = asObject(item) ?? {};
      if (typeof key !== 'string' || key === '') return [];
      const at = (part: string) => ({ path: ['content', 'prerequisites', index, part] });
      const wrong = wrongKey(key, others, services);
      if (wrong !== undefined) return [{ ...wrong, ...at('key') }];
      const values = others?.named(key)?.values;
      const chain = others && wrongChain(key, others, followed);
      const found: FileFinding[] = chain === undefined ? [] : [{ ...chain, ...at('key') }];
      if (typeof value !== 'string' || values?.some((served) => isMet(served, value, type)) !== false) return found;
      const message = t('The toggle {0} has no variation with the value {1}.', quoted(key), quoted(value));
      // At most 20 fixes, so that the menu stays short.
      const fixes = values.slice(0, 20).flatMap((each) => replacement(each, false));
      return [{ code: 'impossible-prerequisite', message, fixes, ...at('value') }, ...found];
    });
  },
});

type Said = Pick<FileFinding, 'code' | 'message' | 'consequence' | 'fixes'>;

function wrongKey(key: string, others: OtherToggles | undefined, services: readonly KnownService[]): Said | undefined {
  if (key === others?.own) {
    const message = t('A toggle cannot be its own prerequisite: the service would refuse it.');
    return { code: 'prerequisite-cycle', message, consequence: { code: 'service-limit', message } };
  }
  const code = 'unknown-prerequisite';
  const fixes: readonly Fix[] = [{ kind: 'nearest-toggle' }];
  const lacking = services.find(({ hasToggle }) => hasToggle(key) === false);
  if (lacking !== undefined) {
    const message = t(
      'The project {0} has no toggle {1}, or it is archived: the prerequisite is never met.',
      lacking.project,
      quoted(key),
    );
    return { code: 'impossible-prerequisite', message, fixes };
  }
  if (others === undefined || others.named(key) !== undefined) return undefined;
  if (services.some(({ hasToggle }) => hasToggle(key))) return undefined;
  return { code, message: t('No file of this environment describes the toggle {0}.', quoted(key)), fixes };
}

/** The maximum number of toggles in a chain, including this toggle (service.md B). */
const MAX_CHAIN_LENGTH = 20;

/** The maximum number of prerequisites followed per file: following thousands of toggles may take minutes. */
const MAX_FOLLOWED = 2_000;

/** Searches the chain level by level, as the service does. @param followed counts the prerequisites followed so far */
function wrongChain(key: string, others: OtherToggles, followed: { count: number }): Said | undefined {
  let level = new Set([key]);
  for (let depth = 2; level.size > 0; depth += 1) {
    if (level.has(others.own)) {
      const message = t('The prerequisites of {0} lead back to this toggle: the service would refuse it.', quoted(key));
      return { code: 'prerequisite-cycle', message };
    }
    if (depth > MAX_CHAIN_LENGTH) {
      const message = t(
        'The chain of prerequisites has more than {0} toggles: the service would refuse it.',
        MAX_CHAIN_LENGTH,
      );
      return { code: 'prerequisite-depth', message };
    }
    const next = new Set<string>();
    for (const each of level) {
      if (followed.count > MAX_FOLLOWED) return undefined;
      const required = others.named(each)?.required ?? [];
      followed.count += required.length;
      if (followed.count > MAX_FOLLOWED) {
        const message = t(
          "This file's prerequisites lead to more than {0} toggles: cycles and overlong chains beyond them are not reported.",
          MAX_FOLLOWED,
        );
        return { code: 'prerequisite-depth', message };
      }
      for (const one of required) next.add(one);
    }
    level = next;
  }
  return undefined;
}
