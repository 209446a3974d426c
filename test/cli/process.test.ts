/** Tests the process with closed output, an interruption, and many files. */
import { readFileSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();

const many = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index % 10}/${index}.targeting.json`, text]));

describe('the process', () => {
  it('continues silently if its output is closed, and exits normally', async () => {
    const wrong = `{ "content": { "variations": [${'{ "value": true }, '.repeat(200)}{}] } }`;
    const trial = trialWith(many(100, wrong));
    const child = trial.start(['check', '--fix', '--format', 'github', '--fail-on', 'warning']);
    const unfixed = trial.start(['check', '--fail-on', 'warning']);
    const messages = [buffer(child.stderr), buffer(unfixed.stderr)];
    for (const { stdout } of [child, unfixed]) stdout.once('data', () => stdout.destroy());
    await Promise.all([once(child, 'exit'), once(unfixed, 'exit')]);
    expect((await Promise.all(messages)).map(String)).toEqual(['', '']);
    expect([child.exitCode, unfixed.exitCode === null]).toEqual([0, false]);
    expect(readFileSync(trial.path('9/99.targeting.json'), 'utf8')).not.toContain('true }');
  });

  it.runIf(process.platform !== 'win32')('exits with 130 when it is interrupted', async () => {
    const trial = trialWith({});
    // The message about this config shows that the process waits for its input.
    symlinkSync('targeting.config.json', trial.path('targeting.config.json'));
    const child = trial.start(['check', '-', '--stdin-file-path', 'x.targeting.json']);
    const ended = once(child, 'exit');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    await ended;
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 130, signal: null });
  });
});
