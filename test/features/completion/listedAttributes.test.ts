/** Tests proposals for a condition, and the hover of its subject, if the organization lists attributes and forbids predicates. */
import { describe, expect, it } from 'vitest';
import { hover } from '../../../server/src/core/features/hover.js';
import { breaksToggleName } from '../../../server/src/core/checks/organization/toggleName.js';
import type { PoliciesOfFile } from '../../../server/src/core/targeting/rules/policy.js';
import { policyOf } from '../../../server/src/core/targeting/rules/policy.js';
import { open } from '../../support/annotated.js';
import { completionsAt } from '../../support/completions.js';
import { cursorIn } from '../../support/cursor.js';
import { policiesIn } from '../../support/policies.js';

const attributes = { zone: 'string', age: 'number', city: 'string', id: 'any', app_version: 'semver' };
const policies = policiesIn({ attributes, forbid: ['matches regex', 'between', 'is in', 'is not in'] });
const inCondition = (properties: string) =>
  `{ "content": { "rules": [{ "name": "a", "conditions": [{ ${properties} }] }] } }`;

describe('with a list of attributes, the server', () => {
  it('offers only listed attributes, sorted by fit to the condition type, then by use', () => {
    const sent = () => ['plan', 'city'];
    const { items } = completionsAt(inCondition('"type": "string", "subject": |'), { policies, sent });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['"city"', 'string'],
      ['"zone"', 'string'],
      ['"id"', 'any'],
      ['"age"', 'number'],
      ['"app_version"', 'semver'],
    ]);
    expect(completionsAt(inCondition('"subject": |'), { policies }).labels[0]).toBe('"zone"');
    expect(completionsAt(inCondition('"type": "segment", "subject": |'), { policies }).labels).toEqual([]);
  });

  it('offers only attributes that all environments list, with a type that is valid in all of them', () => {
    const of = (rules: object, environment: string) => ({
      ...{ policy: policyOf(rules), environments: [environment], nameBreaks: breaksToggleName('a', policyOf(rules)) },
    });
    const online = { attributes: { age: 'any', city: 'number', id: 'string', zone: 'string' } };
    const both: PoliciesOfFile = {
      ...{ toggle: 'a', hasTests: undefined, owners: undefined },
      policies: [of({ attributes }, 'dev'), of(online, 'online'), of({ forbid: [] }, 'test')],
    };
    const { items } = completionsAt(inCondition('"type": "string", "subject": |'), { policies: both });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['"zone"', 'string'],
      ['"id"', 'string'],
      ['"age"', 'number'],
    ]);
  });

  it('shows the type of an attribute on hover', () => {
    const said = (properties: string) => {
      const { text, position } = cursorIn(inCondition(properties));
      return JSON.stringify(hover(open(text), position, { now: 0, locale: 'en', policies })?.contents);
    };
    const words = 'The organization lists this attribute with the type `number`.';
    expect(said('"type": "number", "subject": "a|ge", "predicate": ">", "objects": ["7"]')).toContain(words);
    expect(said('"type": "number", "subj|ect": "age", "predicate": ">", "objects": ["7"]')).toContain(words);
    expect(said('"type": "number", "subject": "a|gee", "predicate": ">", "objects": ["7"]')).not.toContain('lists');
  });

  it('offers listed attributes as choices in whole conditions and rules', () => {
    const { items } = completionsAt('{ "content": { "rules": [{ "conditions": [|] }] } }', { policies });
    const textOf = (label: string) => JSON.stringify(items.find((item) => item.label === label)?.textEdit);
    expect(textOf('condition: string')).toContain('${1|zone,city,id|}');
    expect(textOf('condition: semver')).toContain('${1|id,app_version|}');
    const rules = completionsAt('{ "content": { "rules": [|] } }', { policies }).items;
    expect(JSON.stringify(rules.find(({ label }) => label === 'rule')?.textEdit)).toContain('${3|zone,city,id|}');
  });
});

describe('with forbidden predicates, the server', () => {
  it('does not offer these predicates', () => {
    const { labels } = completionsAt(inCondition('"type": "string", "predicate": |'), { policies });
    expect(labels).toContain('"does not match regex"');
    expect(labels).not.toContain('"matches regex"');
    expect(completionsAt(inCondition('"type": "segment", "predicate": |'), { policies }).labels).toEqual([]);
  });

  it('does not offer whole conditions that allow only forbidden predicates', () => {
    const { items, labels } = completionsAt('{ "content": { "rules": [{ "conditions": [|] }] } }', { policies });
    const wholes = labels.filter((label) => label.startsWith('condition'));
    expect(wholes).toEqual(['condition: string', 'condition: number', 'condition: semver', 'condition: datetime']);
    expect(JSON.stringify(items)).not.toContain('"matches regex');
    expect(JSON.stringify(items)).not.toMatch(/[|,]matches regex/);
  });
});
