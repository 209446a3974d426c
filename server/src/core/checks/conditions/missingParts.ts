/**
 * Reports missing parts that FeatureProbe's server needs (evaluation.md 1.2 to 1.4). Missing bounds are reported by
 * between.ts instead.
 */
import { t } from '../../t.js';
import { codeWithoutObjects, lacks } from './betweenParts.js';
import type { ObjectFinding, PlainObject } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import type { ProductionCode } from '../codes.js';
import { featureProbeConsequence } from '../serves/production.js';
import { listed } from '../words.js';

interface Needs {
  readonly parts: readonly string[];
  /** The consequence if the object lacks the part, or has null instead of the part. */
  readonly codeWithout: (part: string, object: PlainObject) => ProductionCode;
  /** Keys to mark instead of the missing part, which has no position. The first key that exists is marked. */
  readonly marked: readonly string[];
  readonly message: (missing: string) => string;
}

const needs = {
  rule: {
    parts: ['serve', 'conditions'],
    codeWithout: (part) => (part === 'serve' ? 'toggle-vanishes' : 'service-limit'),
    marked: ['name', 'conditions', 'serve'],
    message: (missing) => t('A rule needs {0}.', missing),
  },
  condition: {
    parts: ['type', 'predicate', 'objects'],
    codeWithout: (part, condition) => (part === 'objects' ? codeWithoutObjects(condition) : 'freezes-environment'),
    marked: ['predicate', 'type', 'subject', 'objects'],
    message: (missing) => t('A condition needs {0}.', missing),
  },
  prerequisite: {
    parts: ['key', 'value', 'type'],
    codeWithout: (part) => (part === 'type' ? 'toggle-vanishes' : 'service-limit'),
    marked: ['key', 'value', 'type'],
    message: (missing) => t('A prerequisite needs {0}.', missing),
  },
} satisfies Record<string, Needs>;

export const ruleParts = objectCheck({
  looksAt: 'rule',
  find: (rule) =>
    findings(rule, needs.rule).map((finding) =>
      finding.code === 'toggle-vanishes' ? { ...finding, fixes: [{ kind: 'add-serve' }] } : finding,
    ),
});

export const conditionParts = objectCheck({
  looksAt: 'condition',
  find: (condition) => findings(condition, needs.condition),
});

export const prerequisiteParts = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => findings(prerequisite, needs.prerequisite),
});

/** @returns the consequence of the missing part; undefined if the server does not need the part */
export function codeWithoutPart(definition = '', part: string, object: PlainObject): ProductionCode | undefined {
  const known: Readonly<Record<string, Needs>> = needs;
  const needed = known[definition];
  return needed?.parts.includes(part) === true ? needed.codeWithout(part, object) : undefined;
}

function findings(object: PlainObject, { parts, codeWithout, marked, message }: Needs): readonly ObjectFinding[] {
  const missing = parts.filter((part) => lacks(object, part) && !isSaidOfBetween(part, object));
  if (missing.length === 0) return noFindings;
  const codes = missing.map((part) => codeWithout(part, object));
  // If the server refuses the file, the other consequences do not occur.
  const code = codes.find((each) => each === 'service-limit') ?? codes[0] ?? 'service-limit';
  const key = marked.find((each) => !lacks(object, each));
  const at = key === undefined ? { path: [] } : { path: [key], atKey: true };
  return [{ ...featureProbeConsequence(code, message(listed(missing))), ...at }];
}

/** Whether another check already reports the missing part, which is the case for the objects of a `between`. */
function isSaidOfBetween(part: string, { type, predicate }: PlainObject): boolean {
  return part === 'objects' && predicate === 'between' && typeof type === 'string';
}
