/**
 * unknown-prerequisite, impossible-prerequisite, prerequisite-cycle and prerequisite-depth: what the files of the same
 * environment say of the toggles that must serve a value first, and whether the service has them. Other toggles may have no
 * file, so their absence is a hint.
 */
import { asObject } from '../json/plain.js';
import { messages } from './catalogue.js';
import type { FileCheck, FileFinding, FileSummary } from './check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';

export const prerequisites: FileCheck<'prerequisites' | 'otherToggles' | 'services'> = ({
  prerequisites: list,
  otherToggles: others,
  services,
}) => {
  const known = { others, services, followed: { count: 0 } };
  return list.flatMap((item, index) => findings(item, index, known));
};

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
  if (key === others?.own) return [{ ...at, code: 'prerequisite-cycle', message: messages.ownPrerequisite() }];
  const lacking = services.find(({ hasToggle }) => hasToggle(key) === false);
  if (lacking !== undefined) {
    const message = messages.missingPrerequisite(key, lacking.project);
    return [{ ...at, code: 'unknown-prerequisite', message }];
  }
  if (others === undefined) return [];
  const toggle = others.named(key);
  if (toggle === undefined) {
    if (services.some(({ hasToggle }) => hasToggle(key))) return [];
    return [{ ...at, code: 'unknown-prerequisite', message: messages.unknownPrerequisite(key) }];
  }
  const found: FileFinding[] = [];
  if (typeof value === 'string' && toggle.values?.includes(value) === false) {
    // More than a menu can show helps nobody.
    const fixes = toggle.values
      .slice(0, 20)
      .map((each) => ({ kind: 'replace-value', json: JSON.stringify(each) }) as const);
    const message = messages.impossiblePrerequisite(key, value);
    found.push({ code: 'impossible-prerequisite', of: 'prerequisites', index, path: ['value'], message, fixes });
  }
  const chain = chainFrom(key, others, followed);
  if (chain === 'cycle') found.push({ ...at, code: 'prerequisite-cycle', message: messages.prerequisiteCycle(key) });
  if (chain === 'deep') found.push({ ...at, code: 'prerequisite-depth', message: messages.prerequisiteDepth(deepest) });
  if (chain === 'last')
    found.push({ ...at, code: 'prerequisite-depth', message: messages.tooManyToFollow(mostFollowed) });
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
      const required = others.named(each)?.prerequisites ?? [];
      followed.count += required.length;
      if (followed.count > mostFollowed) return 'last';
      for (const one of required) next.add(one);
    }
    level = next;
  }
  return 'fine';
}
