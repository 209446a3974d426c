/** Contents that cannot be stored, and get a 500 without a reason; and the one size that is checked. */
import { expect } from 'vitest';
import { point } from './point.js';
import { conditionOf, field, unforeseen, type Subject } from './subject.js';

const taken = { status: 200 };

export function limits(): void {
  point('A comment may have 1024 characters, however many bytes', async (subject) => {
    for (const letter of ['x', '😀'])
      await atMost(1024, letter, (comment) => subject.patch({ disabled: true, comment }));
  });

  point('The name of a variation may have 128 characters, its value 65,535 bytes', async (subject) => {
    const variations = (one: object) => subject.patch({ content: { variations: [one] } });
    for (const letter of ['x', '😀']) await atMost(128, letter, (name) => variations({ name }));
    await atMost(65_535, 'x', (value) => variations({ value }));
    await atMost(32_767, 'é', (value) => variations({ value }));
    expect(await variations({ value: 'a', description: 'x'.repeat(70_000) })).toMatchObject(taken);
  });

  point('A rule needs conditions, though they may be none; it needs nothing else', async (subject) => {
    expect(await subject.patch({ content: { rules: [{ name: 'r' }] } })).toMatchObject(unforeseen);
    expect(await subject.patch({ content: { rules: [{ conditions: [] }] } })).toMatchObject(taken);
  });

  point('A condition of number, datetime, semver or segment needs objects, no other does', async (subject) => {
    for (const type of ['number', 'datetime', 'semver', 'segment']) {
      expect(await subject.patch(conditionOf({ type })), type).toMatchObject(unforeseen);
      expect(await subject.patch(conditionOf({ type, objects: [] })), type).toMatchObject(taken);
    }
    for (const type of ['string', 'colour', undefined])
      expect(await subject.patch(conditionOf({ type }))).toMatchObject(taken);
  });

  point('A prerequisite needs a key of at most 128 characters, and a value', async (subject) => {
    const needs = (one: object) => subject.patch({ content: { prerequisites: [one] } });
    expect(await needs({ key: 'a', type: 'boolean' })).toMatchObject(unforeseen);
    expect(await needs({ value: 'true' })).toMatchObject(unforeseen);
    await atMost(128, 'x', (key) => needs({ key, value: 'true' }));
    await atMost(65_535, 'x', (value) => needs({ key: 'a', value }));
  });

  point('The merged content may have 1 MiB as JSON, in bytes', async (subject) => {
    const filled = (name: string): object => ({ rules: [{ conditions: [], name }] });
    const stored = field(await subject.patch({ content: filled('') }), 'content');
    const room = 1_048_576 - Buffer.byteLength(JSON.stringify(stored));
    const name = 'é'.repeat(1000).padEnd(room - 1000, 'x');
    expect(await subject.patch({ content: filled(`${name}x`) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: 'Rule content length exceeded (<1M).' },
    });
    expect(await subject.patch({ content: filled(name) })).toMatchObject(taken);
  });
}

async function atMost(
  count: number,
  letter: string,
  send: (text: string) => ReturnType<Subject['patch']>,
): Promise<void> {
  expect(await send(letter.repeat(count)), `${count} ${letter}`).toMatchObject(taken);
  expect(await send(letter.repeat(count + 1)), `${count + 1} ${letter}`).toMatchObject(unforeseen);
}
