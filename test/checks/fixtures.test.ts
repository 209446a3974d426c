/** Tests that each fixture shows what the editor shows. After changing words, run `UPDATE_FIXTURES=1 npx vitest run`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../server/src/core/checks/codes.js';
import { annotate, withoutAnnotations } from '../support/annotated.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { forAll } from '../support/forAll.js';
import { featureProbeFixtures, fixtures } from '../support/fixtures.js';

const clean = fixtures.filter(({ code }) => code === 'clean');

describe('in the editor', () => {
  it('each file has the problems of its fixture', () =>
    forAll(fixtures, ({ name, annotated }) => {
      const actual = annotate(withoutAnnotations(annotated), fixtureUri(name));
      if (process.env['UPDATE_FIXTURES'])
        writeFileSync(join(import.meta.dirname, '../fixtures', `${name}.txt`), actual);
      else expect(actual).toBe(annotated);
    }));
});

describe("in the editor, for FeatureProbe's service", () => {
  const rating = { severities: {}, isFeatureProbe: true };
  const annotated = (name: string) => fixtures.find((fixture) => fixture.name === name)?.annotated ?? '';
  it('each file has the problems of its fixture', () =>
    forAll(featureProbeFixtures, ({ name, annotated: expected }) => {
      const actual = annotate(withoutAnnotations(annotated(name)), undefined, rating);
      if (process.env['UPDATE_FIXTURES'])
        writeFileSync(join(import.meta.dirname, '../featureProbeFixtures', `${name}.txt`), actual);
      else expect(actual).toBe(expected);
    }));

  it('clean fixtures have no problems', () =>
    forAll(clean, ({ annotated: expected }) => {
      expect(annotate(expected, undefined, rating)).toBe(expected);
    }));

  it('each fixture has the same number of problems at the same places as for other services', () =>
    forAll(fixtures, ({ annotated: text }) => {
      const here = annotate(withoutAnnotations(text), undefined, rating);
      const places = (all: string) => all.split('\n').map((line) => /^ *\^+…?/.exec(line)?.[0]);
      expect(places(here)).toEqual(places(annotate(withoutAnnotations(text))));
    }));
});

describe('the fixtures', () => {
  // Problems in code (callsInCode.test.ts) are in no fixture. Others depend on a setting (test/protocol/problems.test.ts), on size
  // (contentSize.test.ts, deadTargetingOf.test.ts), on a service (services.test.ts) or on a push (test/push/gatesOfRules.test.ts).
  const elsewhere = [
    ...'unknown-key wrong-method default-of-wrong-type too-many-problems unreadable-file'.split(' '),
    ...'content-too-large incomplete-search value-misfit unknown-segment step-too-large'.split(' '),
    'changes-dependents',
  ];
  // Annotated here, not read from the files: the first run with a new example, which writes it, would fail.
  const reported = fixtures
    .map(({ name, annotated }) => annotate(withoutAnnotations(annotated), fixtureUri(name)))
    .join('\n');
  it('show every problem', () => {
    const shown = problemCodes.filter((code) => !elsewhere.includes(code));
    expect(shown.filter((code) => !reported.includes(`[${code}]:`))).toEqual([]);
  });

  it('include documents without any problem', () => {
    expect(clean.length).toBeGreaterThan(5);
    for (const { annotated } of clean) expect(withoutAnnotations(annotated)).toBe(annotated);
  });
});
