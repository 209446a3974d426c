/** How leniently a body is read. */
import { expect } from 'vitest';
import { point } from './point.js';
import { conditionOf, field, unforeseen, unreadable } from './subject.js';
import { words } from '../../support/rows.js';

const taken = { status: 200 };

export function leniency(): void {
  point('disabled may be spelled as text or number; what is blank counts as absent', async (subject) => {
    for (const value of ['"true"', '"True"', '"TRUE"', ' 1', '2', '-1']) {
      expect(await subject.patch(`{"disabled":${value}}`), value).toMatchObject({
        status: 200,
        body: { disabled: true },
      });
    }
    for (const value of ['"false"', '0']) {
      expect(await subject.patch(`{"disabled":${value}}`), value).toMatchObject({ body: { disabled: false } });
    }
    const version = field(await subject.get(), 'version');
    for (const value of ['""', '" "', '"null"', 'null']) {
      expect(await subject.patch(`{"disabled":${value}}`), value).toMatchObject({ status: 200, body: { version } });
    }
    for (const value of ['"yes"', '"1"', '"tRue"', '1.0', '[]', '{}']) {
      expect(await subject.patch(`{"disabled":${value}}`), value).toMatchObject(unreadable);
    }
  });

  point('select is cut to an integer of 32 bits, or refused', async (subject) => {
    const select = (value: string) => subject.patch(`{"content":{"defaultServe":{"select":${value}}}}`);
    const read: readonly (readonly [string, number])[] = [
      ...([
        ['"1"', 1],
        ['" 1 "', 1],
        ['"+1"', 1],
        ['1.7', 1],
        ['-1.7', -1],
        ['1.5e1', 15],
      ] as const),
      ...([
        ['2147483647', 2_147_483_647],
        ['-2147483648', -2_147_483_648],
      ] as const),
    ];
    for (const [value, index] of read) {
      const content = { defaultServe: { select: index } };
      expect(await select(value), value).toMatchObject({ status: 200, body: { content } });
    }
    for (const value of ['2147483648', '-2147483649', '1e10', '"1.7"', '"x"', 'true', '[]']) {
      expect(await select(value), value).toMatchObject(unreadable);
    }
    for (const value of ['""', 'null', '"null"']) {
      expect(field(await select(value), 'content'), value).toMatchObject({ defaultServe: {} });
    }
  });

  point('Numbers and booleans where text belongs become their text, spelled as they were', async (subject) => {
    const values = ['1', '1.50', '1e3', '1E400', '-0', '12345678901234567890123', 'true', 'false'];
    const variations = values.map((value) => `{"value":${value}}`).join(',');
    await subject.patch(`{"comment":7,"content":{"variations":[${variations}]}}`);
    expect(field(await subject.get(), 'content')).toMatchObject({ variations: values.map((value) => ({ value })) });
    expect((await subject.versions('?version=3')).body).toMatchObject({ content: [{ comment: '7' }, {}] });
    for (const value of ['[]', '{}', '["1"]']) {
      expect(await subject.patch(`{"content":{"variations":[{"value":${value}}]}}`), value).toMatchObject(unreadable);
    }
  });

  point('Text behind the JSON is not looked at, and of duplicate keys the last counts', async (subject) => {
    expect(await subject.patch('{"disabled":true,"disabled":false} and more}')).toMatchObject({
      status: 200,
      body: { disabled: false, version: 2 },
    });
  });

  point("What cannot be read is answered with Spring's own JSON, and changes nothing", async (subject) => {
    const bodies = ['', ...words`null [] "x" {"disabled": {"disabled":true,} {disabled:true} {"disabled":01}`];
    for (const body of [...bodies, '{"content":{"rules":{}}}', '{"content":[]}', '{"content":{"rules":""}}']) {
      expect(await subject.patch(body), body).toMatchObject(unreadable);
    }
    expect((await subject.get()).body).toMatchObject({ version: 1 });
  });

  point('null among objects and shares is stored, among rules and variations it is a 500', async (subject) => {
    expect(await subject.patch(conditionOf({ type: 'string', objects: [null, 1] }))).toMatchObject({
      body: { content: { rules: [{ conditions: [{ objects: [null, '1'] }] }] } },
    });
    expect(await subject.patch({ content: { defaultServe: { split: [1, null] } } })).toMatchObject(taken);
    const lists = [
      { rules: [null] },
      { rules: [{ conditions: [null] }] },
      { variations: [null] },
      { prerequisites: [null] },
    ];
    for (const content of lists)
      expect(await subject.patch({ content }), JSON.stringify(content)).toMatchObject(unforeseen);
    expect(await subject.patch(conditionOf({ type: 'number', objects: [null] }))).toMatchObject(unforeseen);
    expect((await subject.get()).body).toMatchObject({ version: 3 });
  });

  point('Half of a character is stored as a question mark, and answered as it came', async (subject) => {
    const made = (half: string) => ({
      rules: [{ name: `r${half}`, serve: { select: 0 }, conditions: [conditionWith(half)] }],
      variations: [{ value: `v${half}`, name: `n${half}`, description: `d${half}` }],
      prerequisites: [{ key: `k${half}`, value: `w${half}`, type: 'string' }],
    });
    const conditionWith = (half: string) => ({
      ...{ type: 'string', subject: `s${half}`, predicate: 'is one of' },
      objects: [`o${half}`, '😀'],
    });
    for (const half of ['\ud83d', '\ude00']) {
      expect(await subject.patch({ content: made(half) })).toMatchObject({
        status: 200,
        body: { content: made(half) },
      });
      expect(await subject.get()).toMatchObject({ status: 200, body: { content: made('?') } });
    }
  });
}
