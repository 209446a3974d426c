/**
 * What each surface does about a rule of the organisation, as one table: a row for each rule and severity, and a cell for each surface, each
 * of which is tried for real. Another rule of texts is one more line of `texts`.
 */
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
const ofTime: Rule = { code: 'outside-window', rule: { window: `${threeDaysAhead()} 08:00-08:01 UTC` } };

const rows = (lines: Readonly<Record<string, string>>): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(lines).map(([severity, line]) => [severity, rowOf(line)]));

/** A roll back and a promotion push what is no file, and always ask. */
const ofText = rows({
  /*           editor      push    folder  rollBack promote check       plan    apply   propagate step */
  error: '      error       refuses refuses nothing  nothing error       refuses refuses refuses   refuses',
  warning: '    warning     asks    asks    nothing  nothing warning     asks    asks    says      says',
  information: 'information nothing nothing nothing  nothing information nothing nothing says      nothing',
});
const ofPush = rows({
  error: '      nothing     refuses refuses asks     refuses nothing     refuses refuses says      refuses',
  warning: '    nothing     asks    asks    asks     asks    nothing     asks    asks    says      says',
  information: 'nothing     nothing nothing asks     asks    nothing     says    nothing says      says',
});
/** `propagate` does not know which other toggles change. */
const ofDependents = rows({
  error: '      nothing     refuses refuses asks     refuses nothing     refuses refuses nothing   refuses',
  warning: '    nothing     asks    asks    asks     asks    nothing     asks    asks    nothing   says',
  information: 'nothing     nothing nothing asks     asks    nothing     says    nothing nothing   says',
});
/**
 * Of a protected environment alone, where the question is asked in any case and says it. A plan may be applied, and a file pushed, once the
 * window is open.
 */
const ofWindow = rows({
  error: '      nothing     refuses refuses asks     refuses nothing     says    refuses nothing   refuses',
  warning: '    nothing     asks    asks    asks     asks    nothing     asks    asks    nothing   says',
  information: 'nothing     asks    nothing asks     asks    nothing     says    nothing nothing   says',
});

const table: readonly (Rule & { readonly does: Readonly<Record<string, Row>>; readonly isProtected: boolean })[] = [
  ...texts.map((rule) => ({ ...rule, does: ofText, isProtected: false })),
  ...ofImpact.map((rule) => ({
    ...rule,
    does: rule.code === 'changes-dependents' ? ofDependents : ofPush,
    isProtected: false,
  })),
  { ...ofTime, does: ofWindow, isProtected: true },
];

describe.each(table)('$code', ({ code, rule, does, isProtected }) => {
  const name = Object.keys(rule)[0] ?? '';
  const nothing = rowOf(' nothing'.repeat(surfaces.length));

  it.each([
    ...Object.entries(does).map(([severity, row]) => ({ severity, row, set: { problems: { [code]: severity } } })),
    { severity: 'off', row: nothing, set: { problems: { [code]: 'off' } } },
    {
      severity: 'off for its path',
      row: nothing,
      set: { overrides: [{ files: '*/checkout.targeting.json', problems: { [code]: 'off' } }] },
    },
  ])('$severity is the same on each surface', async ({ row, set }) => {
    expect(await whatSurfacesDo({ config: { rules: rule, ...set }, name, isProtected })).toEqual(row);
  });
});

function rowOf(line: string): Row {
  const cells = line.trim().split(/\s+/) as Cell[];
  return Object.fromEntries(surfaces.map((surface, index) => [surface, cells[index]])) as Row;
}

/** Not open at present, whenever that is. */
function threeDaysAhead(): string {
  const day = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
  return ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day] ?? '';
}
