/**
 * # unknown-prerequisite (hint)
 * No file of the same environment describes the toggle. It may well exist in the service; where [that is
 * known](../README.md#known-of-the-service), nothing is said of a toggle that it has, and of one that it lacks that
 * the prerequisite is never met.
 *
 * Fix: correct the key, or add the toggle's file.
 *
 * # impossible-prerequisite (warning)
 * The other toggle's file has no variation with that value, so this toggle would always serve its default.
 *
 * Fix: one for each value that the other toggle has.
 *
 * # prerequisite-cycle (warning)
 * The toggle depends on itself, directly or through the files of other toggles. The service would refuse it.
 *
 * Fix: yours to decide.
 *
 * # prerequisite-depth (warning)
 * A chain of more than 20 toggles, this one counted. The service would refuse it. Of one file, 2,000 prerequisites of
 * others are followed; where there are more, a warning says from where on neither this nor a cycle was looked for.
 *
 * Fix: yours to decide.
 * ---
 * Other toggles may have no file, so their absence is a hint.
 */
import { t } from '@vscode/l10n';
import { asObject } from '../json/plain.js';
import type { FileFinding, FileSummary } from './check.js';
import { fileCheck } from './check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { quoted } from './words.js';

export const prerequisites = fileCheck({
  reads: ['prerequisites', 'otherToggles', 'services'],
  find: ({ prerequisites: list, otherToggles: others, services }) => {
    const known = { others, services, followed: { count: 0 } };
    return list.flatMap((item, index) => findings(item, index, known));
  },
});

interface Known extends Pick<FileSummary, 'services'> {
  readonly others: OtherToggles | undefined;
  /** How many prerequisites of other toggles were looked at for this file. */
  readonly followed: { count: number };
}

/** Toggles in the longest chain, this one counted (service.md B). */
const deepest = 20;

/** Of a file: where thousands of toggles require hundreds of others each, following all of them takes minutes. */
const mostFollowed = 2_000;

function findings(item: unknown, index: number, { others, services, followed }: Known): FileFinding[] {
  const { key, value } = asObject(item) ?? {};
  if (typeof key !== 'string' || key === '') return [];
  const at = { of: 'prerequisites', index, path: ['key'] } as const;
  if (key === others?.own)
    return [
      {
        ...at,
        code: 'prerequisite-cycle',
        message: t('A toggle cannot be its own prerequisite: the service would refuse it.'),
      },
    ];
  const lacking = services.find(({ hasToggle }) => hasToggle(key) === false);
  if (lacking !== undefined) {
    const message = t(
      'The project {0} has no toggle {1}, or has it archived: the prerequisite is never met.',
      lacking.project,
      quoted(key),
    );
    return [{ ...at, code: 'unknown-prerequisite', message }];
  }
  if (others === undefined) return [];
  const toggle = others.named(key);
  if (toggle === undefined) {
    if (services.some(({ hasToggle }) => hasToggle(key))) return [];
    return [
      {
        ...at,
        code: 'unknown-prerequisite',
        message: t('No file of this environment describes the toggle {0}.', quoted(key)),
      },
    ];
  }
  const found: FileFinding[] = [];
  if (typeof value === 'string' && toggle.values?.includes(value) === false) {
    // More than a menu can show helps nobody.
    const fixes = toggle.values
      .slice(0, 20)
      .map((each) => ({ kind: 'replace-value', json: JSON.stringify(each) }) as const);
    const message = t('The toggle {0} has no variation with the value {1}.', quoted(key), quoted(value));
    found.push({ code: 'impossible-prerequisite', of: 'prerequisites', index, path: ['value'], message, fixes });
  }
  const chain = chainFrom(key, others, followed);
  if (chain === 'cycle')
    found.push({
      ...at,
      code: 'prerequisite-cycle',
      message: t('The prerequisites of {0} lead back to this toggle: the service would refuse it.', quoted(key)),
    });
  if (chain === 'deep')
    found.push({
      ...at,
      code: 'prerequisite-depth',
      message: t('The chain of prerequisites has more than {0} toggles: the service would refuse it.', deepest),
    });
  if (chain === 'last')
    found.push({
      ...at,
      code: 'prerequisite-depth',
      message: t(
        'More than {0} prerequisites follow from those of this file: from here on, none was looked at for a cycle or a chain that is too long.',
        mostFollowed,
      ),
    });
  return found;
}

/**
 * Level by level, as the service looks at them.
 * @returns 'last' where it was given up, and 'unknown' for those behind it
 */
function chainFrom(
  key: string,
  others: OtherToggles,
  followed: Known['followed'],
): 'cycle' | 'deep' | 'last' | 'unknown' | 'fine' {
  let level = new Set([key]);
  for (let depth = 2; level.size > 0; depth += 1) {
    if (level.has(others.own)) return 'cycle';
    if (depth > deepest) return 'deep';
    const next = new Set<string>();
    for (const each of level) {
      if (followed.count > mostFollowed) return 'unknown';
      const required = others.named(each)?.required ?? [];
      followed.count += required.length;
      if (followed.count > mostFollowed) return 'last';
      for (const one of required) next.add(one);
    }
    level = next;
  }
  return 'fine';
}
