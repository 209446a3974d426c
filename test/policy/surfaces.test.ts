/** Tests what each surface really does about each rule of the organization, by one table: a row per rule and severity. */
import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../server/src/core/checks/codes.js';
import type { Cell, Surface } from './surfaces.js';
import { surfaces, whatSurfacesDo } from './surfaces.js';

type Row = Readonly<Record<Surface, Cell>>;

interface Rule {
  readonly code: ProblemCode;
  /** In `rules` of the config; the files of the trial break it. */
  readonly rule: Readonly<Record<string, unknown>>;
}

const texts: readonly Rule[] = [
  { code: 'too-many-rules', rule: { 'max-rules': 1 } },
  { code: 'forbidden-predicate', rule: { forbid: ['is one of'] } },
  { code: 'unlisted-attribute', rule: { attributes: { age: 'number' } } },
  { code: 'attribute-type', rule: { attributes: { age: 'number', city: 'number' } } },
  { code: 'toggle-name', rule: { 'toggle-name': '^x' } },
  { code: 'missing-description', rule: { require: ['variation-description'] } },
];
const ofImpact: readonly Rule[] = [
  { code: 'step-too-large', rule: { 'max-step': 25 } },
  { code: 'changes-dependents', rule: { dependents: 'ask' } },
];

const rows = (lines: Readonly<Record<string, string>>): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(lines).map(([severity, line]) => [severity, rowOf(line)]));

/** A roll back or a promotion pushes no file, and always asks. */
const ofText = rows({
  /*           editor      push    folder  rollBack promote check       plan    apply   promoteFiles step */
  error: '      error       refuses refuses nothing  nothing error       refuses refuses refuses   refuses',
  warning: '    warning     asks    asks    nothing  nothing warning     asks    asks    says      says',
  information: 'information nothing nothing nothing  nothing information nothing nothing says      nothing',
});
const ofPush = rows({
  error: '      nothing     refuses refuses asks     refuses nothing     refuses refuses refuses   refuses',
  warning: '    nothing     asks    asks    asks     asks    nothing     asks    asks    says      says',
  information: 'nothing     nothing nothing asks     asks    nothing     says    nothing says      says',
});
const table: readonly (Rule & { readonly does: Readonly<Record<string, Row>> })[] = [
  ...texts.map((rule, index) => ({ ...rule, does: index === 0 ? ofText : { error: ofText['error'] ?? rowOf('') } })),
  ...ofImpact.map((rule) => ({ ...rule, does: ofPush })),
];

describe.each(table)('$code', ({ code, rule, does }) => {
  const name = Object.keys(rule)[0] ?? '';
  const nothing = rowOf(' nothing'.repeat(surfaces.length));

  const off = [
    { severity: 'off', row: nothing, set: { problems: { [code]: 'off' } } },
    {
      severity: 'off for its path',
      row: nothing,
      set: { overrides: [{ files: '*/checkout.targeting.json', problems: { [code]: 'off' } }] },
    },
  ];
  it.each([
    ...Object.entries(does).map(([severity, row]) => ({ severity, row, set: { problems: { [code]: severity } } })),
    // Rules of one kind behave the same here; the nightly run tries each.
    ...(does === ofPush || does === ofText || process.env['ALL_TESTS'] !== undefined ? off : []),
  ])('with severity $severity, each surface behaves as listed in the table', async ({ row, set }) => {
    expect(await whatSurfacesDo({ config: { rules: rule, ...set }, name })).toEqual(row);
  });
});

function rowOf(line: string): Row {
  const cells = line.trim().split(/\s+/) as Cell[];
  return Object.fromEntries(surfaces.map((surface, index) => [surface, cells[index]])) as Row;
}
