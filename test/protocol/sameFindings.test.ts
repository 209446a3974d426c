/** Tests that the editor finds the same dead targeting as `check`, after each edit and for files of up to 8,000 rules. */
import { expect, test } from 'vitest';
import { pulls, serverTrial } from '../support/languageServer.js';
import { fileOf, findingsAfterEdits } from './sameFindings.js';

test.each([1, 10, 300, 1_000, 2_000, 8_000])(
  'editor and check report the same problems in %i rules after each of two edits',
  async (rules) => {
    const server = await serverTrial({ capabilities: pulls });
    const uri = 'file:///nowhere/checkout.targeting.json';
    const lists = await findingsAfterEdits(server, uri, fileOf(rules, 1), 2);
    await server.stop();
    for (const { editor, check } of lists) expect(editor).toEqual(check);
    const dead = lists.map(({ editor }) => editor.filter((line) => line.endsWith('shadowed-rule')).length);
    expect(dead).toEqual([0, 1, 2].map(() => Math.floor(rules / 10)));
  },
);
