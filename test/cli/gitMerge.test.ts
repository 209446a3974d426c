/** Tests `toggle-targeting git` with Git itself, in repositories on disk: merges, diffs in words, and what is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mergedText } from '../../server/src/features/merge/mergedText.js';
import { random } from '../fuzz/random.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { cliFile, commandLineTrials } from '../support/commandLine.js';
import { history } from '../support/histories.js';

const trialWith = commandLineTrials();
const file = 'a.targeting.json';

const environment = {
  PATH: process.env['PATH'] ?? '',
  LANG: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'T'],
      [`GIT_${who}_EMAIL`, 't@example.com'],
    ]),
  ),
};

interface Repository extends CommandLineTrial {
  readonly git: (...args: readonly string[]) => { readonly status: number | null; readonly stdout: string };
  readonly commit: (text: string | Buffer, path?: string) => void;
  readonly text: (path?: string) => string;
}

async function repository(...installed: readonly string[]): Promise<Repository> {
  const trial = trialWith({});
  const env = { ...environment, HOME: trial.path('.') };
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: trial.path('.'), encoding: 'utf8', env });
  git('init', '-q', '-b', 'main');
  const { code } = await trial.run(['git', 'install', ...installed], { environment: env });
  expect(code).toBe(0);
  return {
    ...trial,
    git,
    commit: (text, path = file) => {
      trial.write(path, text);
      git('add', '-A');
      expect(git('commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    },
    text: (path = file) => readFileSync(trial.path(path), 'utf8'),
  };
}

/** Merges the branch of theirs into that of ours; the status is Git's. */
function merge(repo: Repository, base: string | Buffer, ours: string | Buffer, theirs: string | Buffer) {
  repo.commit(base);
  repo.git('checkout', '-q', '-b', 'theirs');
  repo.commit(theirs);
  repo.git('checkout', '-q', 'main');
  repo.commit(ours);
  const { status } = repo.git('merge', '-q', '--no-edit', 'theirs');
  return { status, text: repo.text() };
}

async function merged(base: string, ours: string, theirs: string) {
  return merge(await repository(), base, ours, theirs);
}

const conditions = (city: string) =>
  `[
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["${city}"] }
        ]`;
const ruleOf = (name: string, serve: number, city = 'Paris') => `      {
        "name": "${name}",
        "conditions": ${conditions(city)},
        "serve": { "select": ${serve} }
      }`;
const targeting = ({
  rules = [ruleOf('beta', 1), ruleOf('staff', 1)],
  byDefault = 0,
  variations = ['off', 'on'],
  comment = 'about it',
}: { rules?: readonly string[]; byDefault?: number; variations?: readonly string[]; comment?: string } = {}) => `{
  "comment": "${comment}",
  "content": {
    "rules": [
${rules.join(',\n')}
    ],
    "defaultServe": { "select": ${byDefault} },
    "variations": [
${variations.map((value) => `      { "value": "${value}" }`).join(',\n')}
    ]
  }
}
`;

describe('Git merges', () => {
  it('what each side changed of other rules, also where the lines are neighbours', async () => {
    const { status, text } = await merged(
      targeting(),
      targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 1)], comment: 'ours' }),
      targeting({ rules: [ruleOf('beta', 1), ruleOf('staff', 0, 'Nice'), ruleOf('new', 1)], byDefault: 1 }),
    );
    expect(status).toBe(0);
    expect(text).toBe(
      targeting({
        rules: [ruleOf('beta', 0), ruleOf('staff', 0, 'Nice'), ruleOf('new', 1)],
        byDefault: 1,
        comment: 'ours',
      }),
    );
  });

  it('other variations on each side, and each index means what it meant', async () => {
    const { status, text } = await merged(
      targeting(),
      targeting({
        rules: [ruleOf('beta', 0), ruleOf('staff', 0), ruleOf('new', 2)],
        byDefault: 1,
        variations: ['on', 'off', 'ours'],
      }),
      targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 2)], variations: ['off', 'on', 'theirs'] }),
    );
    expect(status).toBe(0);
    expect(text).toBe(
      targeting({
        rules: [ruleOf('beta', 1), ruleOf('staff', 2), ruleOf('new', 3)],
        byDefault: 1,
        variations: ['on', 'off', 'theirs', 'ours'],
      }),
    );
  });

  it('what the same text means another variation by, as a conflict of one line', async () => {
    const { status, text } = await merged(
      targeting(),
      targeting({ byDefault: 1, variations: ['on', 'off', 'third'], rules: [ruleOf('beta', 0), ruleOf('staff', 0)] }),
      targeting({ byDefault: 1 }),
    );
    // Both say 1: ours means off, as before, and theirs means on.
    expect(status).toBe(0);
    expect(text).toBe(
      targeting({ byDefault: 0, variations: ['on', 'off', 'third'], rules: [ruleOf('beta', 0), ruleOf('staff', 0)] }),
    );
  });

  it('what both changed as a conflict, with nothing between the markers but that', async () => {
    const { status, text } = await merged(
      targeting(),
      targeting({ rules: [ruleOf('beta', 1), ruleOf('staff', 0)], comment: 'ours' }),
      targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 1, 'Nice')], comment: 'theirs' }),
    );
    expect(status).toBe(1);
    expect(text).toBe('');
  });
});
