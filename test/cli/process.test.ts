/** The process: who reads it goes away, it is interrupted, there is a lot to do. */
import { symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { bodies, commandLineTrials } from '../support/commandLine.js';
import { readFileSync } from 'node:fs';

const trialWith = commandLineTrials();

const many = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index % 10}/${index}.targeting.json`, text]));

describe('the process', () => {
  it('goes on without a word when nobody reads it any more, and ends as it would have', async () => {
    const wrong = `{ "content": { "variations": [${'{ "value": true }, '.repeat(200)}{}] } }`;
    const trial = trialWith(many(100, wrong));
    const child = trial.start(['check', '--fix', '--format', 'github', '--fail-on', 'warning']);
    const unfixed = trial.start(['check', '--fail-on', 'warning']);
    const messages = [buffer(child.stderr), buffer(unfixed.stderr)];
    for (const { stdout } of [child, unfixed]) stdout.once('data', () => stdout.destroy());
    await Promise.all([once(child, 'exit'), once(unfixed, 'exit')]);
    expect((await Promise.all(messages)).map(String)).toEqual(['', '']);
    expect([child.exitCode, unfixed.exitCode === null]).toEqual([0, false]);
    // All of it was fixed all the same.
    expect(readFileSync(trial.path('9/99.targeting.json'), 'utf8')).not.toContain('true }');
  });

  it.runIf(process.platform !== 'win32')('ends with 130 when it is interrupted', async () => {
    const trial = trialWith({});
    // What is said of this config tells that the process waits for its input.
    symlinkSync('targeting.config.json', trial.path('targeting.config.json'));
    const child = trial.start(['check', '-', '--stdin-file-path', 'x.targeting.json']);
    const ended = once(child, 'exit');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    await ended;
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 130, signal: null });
  });

  it('shows no progress where nobody looks at it', async () => {
    const trial = trialWith(many(2_000, bodies.clean));
    expect(await trial.run(['check'])).toEqual({ code: 0, stdout: 'No problems in 2000 files.\n', stderr: '' });
  });

  it('survives what is no text, deep or large', async () => {
    const trial = trialWith({
      'deep.targeting.json': '['.repeat(100_000),
      'large.targeting.json': `{ "content": { "rules": [${'{},'.repeat(300_000)}{}] } }`,
      'nothing.targeting.json': '',
      'zeros.targeting.json': '\0'.repeat(1_000),
    });
    const { code, stderr } = await trial.run(['check', '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });
});
