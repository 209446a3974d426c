/** Tests the skill for agents: its examples work, and both packages contain it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { packages } from '../../release/contents.mjs';
import { predicates } from '../../server/src/core/targeting/values/predicates.js';
import { commandLineTrial } from '../support/commandLine.js';

const path = 'client/skills/toggle-targeting/SKILL.md';
const skill = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const [targeting = '', tests = ''] = [...skill.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);
const trial = commandLineTrial({ 'x.targeting.json': targeting, 'x.targeting.test.json': tests });
afterAll(() => trial.dispose());

describe('the skill', () => {
  it('has the name of its folder, and a description with "*.targeting.json"', () => {
    const [, name, description = ''] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(skill) ?? [];
    expect(name).toBe('toggle-targeting');
    expect(description.length).toBeLessThanOrEqual(1_024);
    expect(description).toContain('*.targeting.json');
  });

  it('has examples without problems and with passing tests', async () => {
    expect(await trial.run(['check', '--fail-on', 'hint'])).toMatchObject({ code: 0 });
    const { code, stdout } = await trial.run(['test']);
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({ code: 0, last: '2 passed, 0 failed' });
  });

  it('uses only existing commands and options, and all types of conditions', async () => {
    for (const [, command = '', option = ''] of skill.matchAll(/`toggle-targeting (\w+)[^`]*?(--\w+)?[^`]*`/g))
      expect((await trial.run([command, '--help'])).stdout).toContain(option || command);
    for (const [type, names] of Object.entries(predicates)) {
      expect(skill).toContain(`\`${type}\``);
      for (const name of names.filter((each) => !/\bnot\b/.test(each))) expect(skill).toContain(name);
    }
  });

  it('is contributed to the editor, and included in both packages', () => {
    expect(manifest.contributes.chatSkills.map((each) => each.path)).toEqual([`./${path}`]);
    for (const { files } of [packages.extension, packages.npm]) expect(files).toContain('client/skills');
  });
});
