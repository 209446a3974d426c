/**
 * Written by `npm run generate` from the opening comments of the checks. Every code of a problem, with its default severity.
 * A code is API: settings and scripts name it.
 */
export const defaultSeverities = {
  syntax: 'error',
  'duplicate-key': 'warning',
  'wrong-type': 'error',
  'freezes-environment': 'warning',
  'toggle-vanishes': 'warning',
  'service-limit': 'warning',
  'non-string-value': 'warning',
  'select-out-of-range': 'warning',
  'unknown-property': 'warning',
  'split-length': 'warning',
  'split-sum': 'warning',
  'split-share': 'warning',
  'empty-serve': 'warning',
  'ambiguous-serve': 'warning',
  'unknown-type': 'information',
  'unknown-predicate': 'information',
  'invalid-object': 'warning',
  'no-objects': 'warning',
  'incomplete-between': 'warning',
  'impossible-between': 'warning',
  'unconditional-rule': 'warning',
  'duplicate-name': 'hint',
  'duplicate-value': 'hint',
  'unused-variation': 'hint',
  'mixed-values': 'information',
  'value-misfit': 'warning',
  'unknown-segment': 'warning',
  'unknown-prerequisite': 'hint',
  'impossible-prerequisite': 'warning',
  'prerequisite-cycle': 'warning',
  'prerequisite-depth': 'warning',
  'content-too-large': 'warning',
  'invalid-config': 'error',
  'unreadable-file': 'error',
  'look-alike-names': 'warning',
  'too-many-problems': 'information',
  'empty-name': 'information',
  'empty-subject': 'information',
  'empty-object': 'information',
  'duplicate-user': 'warning',
  'invalid-users': 'error',
  'invalid-tests': 'error',
  'unknown-attribute': 'information',
  'unknown-name': 'warning',
  'impossible-test': 'warning',
  'sdks-disagree': 'information',
  'contradictory-conditions': 'warning',
  'shadowed-rule': 'warning',
  'redundant-condition': 'hint',
  'redundant-object': 'hint',
  'rule-without-effect': 'hint',
  'never-served': 'information',
  'conflict-markers': 'error',
  'unpaired-surrogate': 'warning',
  'unknown-key': 'warning',
  'wrong-method': 'warning',
  'default-of-wrong-type': 'warning',
  'forbidden-predicate': 'error',
  'too-many-rules': 'error',
  'step-too-large': 'error',
  'changes-dependents': 'warning',
  'unlisted-attribute': 'error',
  'attribute-type': 'error',
  'missing-comment': 'error',
  'missing-rule-name': 'error',
  'missing-description': 'error',
  'toggle-name': 'error',
  'missing-owner': 'error',
  'missing-tests': 'error',
  'unclear-rule': 'error',
  'repeated-rule': 'hint',
  'incomplete-search': 'information',
} as const;

export type ProblemCode = keyof typeof defaultSeverities;

export const problemCodes = Object.keys(defaultSeverities) as readonly ProblemCode[];

/** Problems that FeatureProbe's server does not report itself. They are errors if the file's service is that server. */
export const productionCodes = [
  'freezes-environment',
  'toggle-vanishes',
  'service-limit',
] as const satisfies readonly ProblemCode[];
export type ProductionCode = (typeof productionCodes)[number];

const fixedCodes: readonly ProblemCode[] = [
  'invalid-config',
  'unreadable-file',
  'look-alike-names',
  'too-many-problems',
  'invalid-users',
  'invalid-tests',
  'conflict-markers',
  'unclear-rule',
];

/** Problems of rules of the organization. Only the config can set their severity; user settings cannot. */
export const policyCodes: readonly ProblemCode[] = [
  'forbidden-predicate',
  'too-many-rules',
  'step-too-large',
  'changes-dependents',
  'unlisted-attribute',
  'attribute-type',
  'missing-comment',
  'missing-rule-name',
  'missing-description',
  'toggle-name',
  'missing-owner',
  'missing-tests',
];

/** The codes whose severity a config can set: all codes except those with a fixed severity. */
export const configurableCodes = problemCodes.filter((code) => !fixedCodes.includes(code));

/** The codes whose severity a user can set. A config must not silence the warning about its own names. */
export const settableCodes: readonly ProblemCode[] = [
  ...configurableCodes.filter((code) => !policyCodes.includes(code)),
  'look-alike-names',
];
