/**
 * Tests that the server's incremental check finds what ajv finds with the schema, in any JSON. If they differ, the schema is right and
 * shape.ts, wrongType.ts or propertyNames.ts is wrong. These files must also handle new keywords of the schema.
 */
import { describe, expect, it } from 'vitest';
import { validateTargeting } from '../../schemas/generated/targeting.mjs';
import schema from '../../schemas/targeting.schema.json' with { type: 'json' };
import { parse } from '../../server/src/core/json/document.js';
import { nodeAt, pathOfPointer, spanAt } from '../../server/src/core/json/queries.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { targetingText } from '../fuzz/documents.js';
import { random } from '../fuzz/random.js';
import { withoutAnnotations } from '../support/annotated.js';
import { fixtures } from '../support/fixtures.js';
import { forAll } from '../support/forAll.js';
import { rounds } from '../support/rounds.js';

const ofSchema = new Set(['wrong-type', 'non-string-value', 'unknown-property']);

describe('ajv and the server find the same problems', () => {
  // The first has another schema, and nothing is reported next to the second.
  const leftOut = ['invalid-config', 'conflict-markers'];
  const targeting = fixtures.filter(({ code }) => !leftOut.includes(code));
  it('in the fixtures', () =>
    forAll(targeting, ({ annotated }) => {
      const text = withoutAnnotations(annotated);
      expect(found(text)).toEqual(foundByAjv(text));
    }));

  // Skips text that is not JSON, since ajv would see only what the tree makes of it.
  it('in thousands of mostly invalid targeting files', () => {
    let wrong = 0;
    for (let seed = 0; seed < rounds(20_000); seed += 1) {
      const made = random(seed);
      const text = targetingText(made, made.pick([0, 300, 3_000]));
      if (parse(text).syntaxProblems.length > 0) continue;
      const ours = found(text);
      expect(ours, `seed ${seed}`).toEqual(foundByAjv(text));
      wrong += ours.length > 0 ? 1 : 0;
    }
    expect(wrong).toBeGreaterThan(rounds(2_000));
  });
});

describe('the schema', () => {
  it('has only keywords that the server knows', () => {
    const known = ['additionalProperties', 'allOf', 'items', 'properties', 'type', '$ref', 'definitions'];
    const words = ['$schema', '$id', 'title', 'description', 'examples'];
    const keywords = (node: unknown): string[] => {
      if (typeof node !== 'object' || node === null) return [];
      return Object.entries(node).flatMap(([key, value]) =>
        key === 'properties' || key === 'definitions'
          ? [key, ...Object.values(value as object).flatMap(keywords)]
          : [...(Array.isArray(node) ? [] : [key]), ...(words.includes(key) ? [] : keywords(value))],
      );
    };
    expect([...new Set(keywords(schema))].filter((key) => !known.includes(key) && !words.includes(key))).toEqual([]);
  });
});

function found(text: string): string[] {
  const document = parse(text);
  return targetingProblems(document)
    .filter(({ code }) => ofSchema.has(code))
    .map(({ range: { start, end } }) => `${document.offsetAt(start)}-${document.offsetAt(end)}`)
    .sort();
}

function foundByAjv(text: string): string[] {
  const document = parse(text);
  if (document.root === undefined || validateTargeting(document.root.value)) return [];
  return (validateTargeting.errors ?? [])
    .flatMap(({ keyword, instancePath, params }) => {
      const path = pathOfPointer(document, instancePath);
      const unknown: unknown = params['additionalProperty'];
      if (keyword === 'type')
        return nodeAt(document, path)?.kind === 'invalid' ? [] : [spanAt(document, path, 'value')];
      return [spanAt(document, [...path, String(unknown)], 'key')];
    })
    .map(({ start, end }) => `${start}-${end}`)
    .sort();
}
