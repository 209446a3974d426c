/** Tests `toggle-targeting git` with real Git in repositories on disk: merges, textual diffs, and what it installs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitMerge } from '../../server/src/cli/git/gitMerge.js';
import { mergedText } from '../../server/src/core/features/merge/mergedText.js';
import { random } from '../fuzz/random.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, complains, copyCommandLine, worldIn } from '../support/commandLine.js';
import { resolved } from '../support/conflicts.js';
import type { History } from '../support/histories.js';
import { history } from '../support/histories.js';
import { mergeCase } from '../support/mergeCases.js';
import { rounds } from '../support/rounds.js';

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
  expect((await trial.run(['git', 'install', ...installed], { environment: env })).code).toBe(0);
  return {
    ...trial,
    git,
    commit: (text, path = file) => {
      writeFileSync(trial.path(path), text);
      git('add', '-A');
      expect(git('commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    },
    text: (path = file) => readFileSync(trial.path(path), 'utf8'),
  };
}

function merge(repo: Repository, base: string | Buffer, ours: string | Buffer, theirs: string | Buffer) {
  repo.commit(base);
  repo.git('checkout', '-q', '-b', 'theirs');
  repo.commit(theirs);
  repo.git('checkout', '-q', 'main');
  repo.commit(ours);
  const { status } = repo.git('merge', '-q', '--no-edit', 'theirs');
  return { status, text: repo.text() };
}

/** Merges in this process as the driver does. @returns the exit code, 3 if there are conflicts, and the text without labels */
async function merged(base: string | Buffer, ours: string | Buffer, theirs: string, ...more: readonly string[]) {
  const trial = trialWith({});
  for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(trial.path(name), text);
  const [style = 'merge', ...labels] = more;
  for (const args of [
    ['init', '-q'],
    ['config', 'merge.conflictStyle', style],
  ])
    spawnSync('git', args, { cwd: trial.path('.'), env: environment });
  const args = ['git', 'merge', '--', 'base', 'ours', 'theirs', file, ...labels];
  const { code } = await trial.run(args, { environment });
  const bytes = readFileSync(trial.path('ours'));
  return { code, bytes, text: unlabelled(bytes.toString()), marked: bytes.toString() };
}

const conditions = (city: string) => `[
          {
            "type": "string",
            "subject": "city",
            "predicate": "is one of",
            "objects": ["${city}"]
          }
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

it('git merge combines changes of different rules, even on adjacent lines', async () => {
  const merging = merge(
    await repository(),
    targeting(),
    targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 1)], comment: 'ours' }),
    targeting({ rules: [ruleOf('beta', 1), ruleOf('staff', 0, 'Nice'), ruleOf('new', 1)], byDefault: 1 }),
  );
  const rules = [ruleOf('beta', 0), ruleOf('staff', 0, 'Nice'), ruleOf('new', 1)];
  expect(merging).toEqual({ status: 0, text: targeting({ rules, byDefault: 1, comment: 'ours' }) });
});

describe('The merge driver', () => {
  it.each(['diff3', 'zdiff3'])("includes the base between the markers if Git's conflict style is %s", async (style) => {
    const { text } = await merged(targeting(), targeting({ comment: 'ours' }), targeting({ comment: 'theirs' }), style);
    expect(text).toContain(
      '<<<<<<<\n  "comment": "ours",\n|||||||\n  "comment": "about it",\n=======\n  "comment": "theirs",\n>>>>>>>\n',
    );
  });

  it('keeps the line endings, indentation and byte order mark of our side', async () => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n').replaceAll('  ', '\t')}`;
    const { code, text } = await merged(
      ...([targeting(), windows(targeting({ comment: 'ours' })), targeting({ byDefault: 1 })] as const),
    );
    expect([code, text]).toEqual([0, windows(targeting({ comment: 'ours', byDefault: 1 }))]);
  });
});

it('git merge handles a renamed file, and conflicts in a file added on both sides', async () => {
  const repo = await repository();
  repo.commit(targeting());
  repo.git('checkout', '-q', '-b', 'theirs');
  repo.commit(targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 1)] }));
  repo.commit(targeting({ comment: 'theirs' }), 'new.targeting.json');
  repo.git('checkout', '-q', 'main');
  repo.git('mv', file, 'b.targeting.json');
  repo.commit(targeting({ comment: 'ours', rules: [ruleOf('beta', 1), ruleOf('staff', 1)] }), 'b.targeting.json');
  repo.commit(targeting({ comment: 'ours', byDefault: 1 }), 'new.targeting.json');
  expect(repo.git('merge', '-q', '--no-edit', 'theirs').status).toBe(1);
  expect(repo.text('b.targeting.json')).toBe(
    targeting({ comment: 'ours', rules: [ruleOf('beta', 0), ruleOf('staff', 1)] }),
  );
  expect(repo.text('new.targeting.json').match(/<<<<<<</g)).toHaveLength(2);
});

it('git checkout --merge resolves existing conflicts once the driver is installed', async () => {
  const repo = await repository();
  await repo.run(['git', 'uninstall'], { environment });
  const spaced = (text: string) => text.replace('"defaultServe": {', '"defaultServe":  {');
  const before = merge(repo, targeting(), spaced(targeting({ comment: 'ours' })), targeting({ byDefault: 1 }));
  expect([before.status, before.text.includes('<<<<<<<')]).toEqual([1, true]);
  await repo.run(['git', 'install'], { environment });
  expect(repo.git('checkout', '--merge', '--', file).status).toBe(0);
  expect(repo.text()).toBe(spaced(targeting({ comment: 'ours', byDefault: 1 })));
});

describe('The merge driver given an unreadable file', () => {
  it('merges it as text and reports a conflict, with markers only around the conflicting lines', async () => {
    const broken = targeting().replace('"about it"', 'about it');
    const { code, text } = await merged(targeting(), broken, targeting({ byDefault: 1 }));
    expect([code, text]).toEqual([3, broken.replace('t": 0 },\n    "variations', 't": 1 },\n    "variations')]);
    const ours = `// ours\n${targeting({ comment: 'ours' })}`;
    const contested = await merged(targeting(), ours, targeting({ comment: 'theirs' }));
    const lines = '{\n<<<<<<<\n  "comment": "ours",\n=======\n  "comment": "theirs",\n>>>>>>>\n';
    expect([contested.code, contested.text]).toEqual([3, expect.stringContaining(`// ours\n${lines}`)]);
  });

  it('keeps a binary file of our side, and the bytes of a file that is not UTF-8', async () => {
    const binary = Buffer.from(targeting({ comment: 'ours' }), 'utf16le');
    expect(await merged(targeting(), binary, targeting({ byDefault: 1 }))).toMatchObject({ code: 3, bytes: binary });
    const caf = (byDefault?: number, more = '') =>
      targeting({ comment: `caf${more}`, ...(byDefault && { byDefault }) });
    const { code, bytes } = await merged(caf(), Buffer.from(caf(0, '\u00e9'), 'latin1'), caf(1));
    expect([code, bytes.toString('latin1')]).toEqual([3, caf(1, '\u00e9')]);
  });

  it('marks every difference as a conflict if the base is unreadable', async () => {
    const { code, text } = await merged('{', targeting({ byDefault: 1 }), targeting({ comment: 'theirs' }));
    expect([code, text.match(/<<<<<<</g)?.length]).toEqual([3, 2]);
    expect(resolved(text, () => 'theirs')).toBe(targeting({ comment: 'theirs' }));
  });
});

it('git merge gives the same result as the merge function for random changes', async () => {
  const chance = random(2_121);
  const made = Array.from({ length: rounds(480) }, (_, index) => (index % 2 === 0 ? history : mergeCase)(chance));
  const histories = made.filter(({ base, ours, theirs }) => new Set([base, ours, theirs]).size === 3);
  const repo = await repository();
  const commit = (side: keyof History) => {
    for (const [index, sides] of histories.entries()) repo.write(`${index}.targeting.json`, sides[side]);
    repo.commit('{}\n', 'other.json');
  };
  commit('base');
  repo.git('checkout', '-q', '-b', 'theirs');
  commit('theirs');
  repo.git('checkout', '-q', 'main');
  commit('ours');
  expect(repo.git('merge', '-q', '--no-edit', '-X', 'no-renames', 'theirs').status).toBe(1);
  const unmerged = new Set(repo.git('diff', '--name-only', '--diff-filter=U').stdout.split('\n'));
  for (const [index, sides] of histories.entries()) {
    const wanted = mergedText(sides, { ours: 'ours', theirs: 'theirs', size: 7 });
    expect(unlabelled(repo.text(`${index}.targeting.json`))).toBe(unlabelled(wanted?.text ?? ''));
    expect(unmerged.has(`${index}.targeting.json`)).toBe(wanted?.conflicts !== 0);
  }
  expect(unmerged.size).toBeGreaterThan(2);
  expect(histories.length - unmerged.size).toBeGreaterThan(2);
}, 300_000);

it('conflict markers have the length set in .gitattributes, even in files merged as text', async () => {
  const [base = '', ours = '', theirs = ''] = [0, 1, 2].map((byDefault) => targeting({ byDefault }));
  for (const broken of ['', '// ']) {
    const repo = await repository();
    repo.write('.git/info/attributes', '*.json conflict-marker-size=10');
    const { status, text } = merge(repo, base, broken + ours, broken + theirs);
    expect([status, text.match(/^(?:<+|>+)(?= )/gm)]).toEqual([1, ['<<<<<<<<<<', '>>>>>>>>>>']]);
  }
});

it("conflict markers use Git's labels, replace unfilled placeholders and escape control characters", async () => {
  const [base = '', ours = '', theirs = ''] = [0, 1, 2].map((byDefault) => targeting({ byDefault }));
  const markers = async (...labels: readonly string[]) =>
    (await merged(base, ours, theirs, 'diff3', ...labels)).marked.match(/^[<|>]{7}.*/gm);
  expect(await markers('old', 'main', 'topic\u001b[31m')).toEqual([
    ...['<<<<<<< main', '||||||| old', '>>>>>>> topic\\u001b[31m'],
  ]);
  expect(await markers('%S', '%X', '%Y')).toEqual(['<<<<<<< ours', '||||||| base', '>>>>>>> theirs']);
});

it('a file whose name begins with a dash is merged and shown like any other file', async () => {
  const name = '-a.targeting.json';
  const repo = await repository();
  repo.commit(targeting(), name);
  repo.git('checkout', '-q', '-b', 'theirs');
  repo.commit(targeting({ byDefault: 1 }), name);
  repo.git('checkout', '-q', 'main');
  repo.commit(targeting({ comment: 'ours' }), name);
  expect(repo.git('merge', '-q', '--no-edit', 'theirs').status).toBe(0);
  expect(repo.text(name)).toBe(targeting({ comment: 'ours', byDefault: 1 }));
  repo.write(name, targeting());
  expect(repo.git('diff').stdout).toContain('+By default, it serves "off".');
  const inVsCode = { ...environment, VSCODE_GIT_COMMAND: 'diff' };
  const { stdout } = spawnSync('git', ['diff'], { cwd: repo.path('.'), encoding: 'utf8', env: inVsCode });
  expect(stdout).toContain('+    "defaultServe": { "select": 0 },');
});

describe('git diff and log', () => {
  it('show targeting in words', async () => {
    const repo = await repository();
    repo.commit(targeting());
    repo.commit(targeting({ rules: [ruleOf('beta', 0), ruleOf('staff', 1, 'Nice'), ruleOf('new', 0, 'Rome')] }));
    const words = [
      ' Rule "beta"',
      '-  Serves "on" when all of these hold:',
      '+  Serves "off" when all of these hold:',
      '   - "city" equals "Paris" (string)',
      ' Rule "staff"',
      '   Serves "on" when all of these hold:',
      '-  - "city" equals "Paris" (string)',
      '+  - "city" equals "Nice" (string)',
      '+Rule "new"',
      '+  Serves "off" when all of these hold:',
      '+  - "city" equals "Rome" (string)',
      ' By default, it serves "off".',
    ].join('\n');
    expect(repo.git('log', '-p', '-1').stdout).toContain(words);
    expect(repo.git('diff', 'HEAD~1').stdout).toContain(words);
    expect(repo.git('diff', '--no-textconv', 'HEAD~1').stdout).toContain('"serve": { "select": 0 }');
  });

  it('show the original file to VS Code, which reads and stages that text', async () => {
    const repo = await repository();
    const text = `\uFEFF${targeting().replaceAll('\n', '\r\n')}`;
    repo.commit(text);
    const show = ['show', '--textconv', `HEAD:${file}`];
    expect(repo.git(...show).stdout).toContain('By default, it serves "off".\n');
    const env = { ...environment, HOME: repo.path('.'), VSCODE_GIT_COMMAND: 'show' };
    expect(execFileSync('git', show, { cwd: repo.path('.'), encoding: 'utf8', env })).toBe(text);
  });

  it('show the plain text if the file cannot be put into words', async () => {
    const repo = await repository();
    repo.commit(targeting());
    repo.write(file, targeting().replace('"select": 0', '"select": '));
    expect(repo.git('diff').stdout).toContain('-By default, it serves "off".');
    expect(repo.git('diff').stdout).toContain('+    "defaultServe": { "select":  },');
  });
});

describe('Git with a missing or crashing command line', () => {
  async function moved(how: 'gone' | 'killed'): Promise<Repository> {
    const repo = await repository();
    await repo.run(['git', 'uninstall'], { environment });
    copyCommandLine(repo.path('.'));
    execFileSync(process.execPath, [repo.path('cli.js'), 'git', 'install'], { cwd: repo.path('.'), env: environment });
    repo.remove('commands.js');
    if (how === 'gone') repo.remove('cli.js');
    else repo.write('cli.js', 'process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000);');
    return repo;
  }

  it.each(['gone', 'killed'] as const)('reports a conflict but merges the changes of both sides (%s)', async (how) => {
    const ours = targeting({ comment: 'ours' });
    const clean = merge(await moved(how), targeting(), ours, targeting({ rules: [ruleOf('beta', 1)] }));
    expect(clean.status).toBe(1);
    expect(clean.text).toBe(targeting({ comment: 'ours', rules: [ruleOf('beta', 1)] }));
    const contested = merge(await moved(how), targeting(), ours, targeting({ comment: 'theirs' }));
    expect(contested.status).toBe(1);
    expect(unlabelled(contested.text)).toContain(
      '<<<<<<<\n  "comment": "ours",\n=======\n  "comment": "theirs",\n>>>>>>>\n',
    );
  });

  it.each(['gone', 'killed'] as const)('shows the plain text (%s)', async (how) => {
    const repo = await moved(how);
    repo.commit(targeting());
    repo.write(file, targeting({ comment: 'ours' }));
    for (const args of [['diff'], ['log', '-p', '-1'], ['show', '--textconv', `HEAD:${file}`]])
      expect([repo.git(...args).status, repo.git(...args).stdout], args[0]).toEqual([
        0,
        expect.stringContaining('"comment": "about it"'),
      ]);
  });
});

describe('install', () => {
  it('reports its changes, adds its lines once, and is undone by uninstall', async () => {
    const repo = await repository();
    const lines = '*.targeting.json merge=toggle-targeting\n*.targeting.json diff=toggle-targeting\n';
    expect(repo.text('.gitattributes')).toBe(lines);
    const { stdout } = await repo.run(['git', 'install'], { environment });
    expect(stdout).toContain('git config --local merge.toggle-targeting.driver ');
    expect(stdout).not.toContain('.gitattributes');
    expect(repo.text('.gitattributes')).toBe(lines);
    const { code, stdout: undone } = await repo.run(['git', 'uninstall'], { environment });
    expect([code, undone.split('\n').length]).toEqual([0, 5]);
    expect(existsSync(repo.path('.gitattributes'))).toBe(false);
    expect(repo.git('config', '--list').stdout).not.toContain('toggle-targeting');
  });

  it('keeps the other attributes', async () => {
    const repo = await repository();
    await repo.run(['git', 'uninstall'], { environment });
    repo.write('.gitattributes', '* text=auto');
    await repo.run(['git', 'install'], { environment });
    expect(repo.text('.gitattributes')).toMatch(/^\* text=auto\n\*\.targeting\.json merge=toggle-targeting\n/);
    await repo.run(['git', 'uninstall'], { environment });
    expect(repo.text('.gitattributes')).toBe('* text=auto\n');
  });

  it('keeps line endings and byte order mark, and adds no line twice', async () => {
    const repo = await repository();
    const before = `\uFEFF# mine\r\n${repo.text('.gitattributes').replaceAll('\n', '\r\n')}`;
    repo.write('.gitattributes', before);
    await repo.run(['git', 'install'], { environment });
    expect(repo.text('.gitattributes')).toBe(before);
    await repo.run(['git', 'uninstall'], { environment });
    expect(repo.text('.gitattributes')).toBe('\uFEFF# mine\r\n');
  });

  it.each([
    ['XDG_CONFIG_HOME', 'xdg/git/attributes', { XDG_CONFIG_HOME: 'xdg' }, ''],
    ['core.attributesFile', 'mine', {}, '[core]\n\tattributesFile = ~/mine\n'],
  ])('with --global uses %s', async (_what, attributes, variables, config) => {
    const trial = trialWith({ '.gitconfig': config });
    const env = { ...environment, HOME: trial.path('.'), ...variables };
    expect((await trial.run(['git', 'install', '--global'], { environment: env })).code).toBe(0);
    expect(readFileSync(trial.path(attributes), 'utf8')).toContain('*.targeting.json merge=toggle-targeting\n');
    expect(existsSync(trial.path('.config'))).toBe(false);
  });

  it('with --global uses the same home folder as Git', async () => {
    const trial = trialWith({ 'work/a': '', 'drive/home/.gitconfig': '', 'profile/a': '', 'bin/a': '' });
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    // Git for Windows determines HOME this way.
    const script = `#!/bin/sh\nHOME="$HOMEDRIVE$HOMEPATH" exec '${git}' "$@"\n`;
    writeFileSync(trial.path('bin/git'), script, { mode: 0o755 });
    const home = { HOMEDRIVE: trial.path('drive'), HOMEPATH: '/home', USERPROFILE: trial.path('profile') };
    const env = { ...environment, ...home, PATH: trial.path('bin') };
    const { code } = await trial.run(['git', 'install', '--global'], { folder: 'work', environment: env });
    const found = ['drive/home', 'profile'].filter((each) => existsSync(trial.path(`${each}/.config/git/attributes`)));
    expect([code, found]).toEqual([0, ['drive/home']]);
  });

  it("changes no attributes if Git's configuration is locked", async () => {
    const repo = await repository();
    await repo.run(['git', 'uninstall'], { environment });
    repo.write('.git/config.lock', '');
    expect(await repo.run(['git', 'install'], { environment })).toMatchObject({
      code: 2,
      stderr: 'Git refused to set merge.toggle-targeting.name.\n',
    });
    expect(existsSync(repo.path('.gitattributes'))).toBe(false);
  });

  it('refuses a path argument, as it applies to the current folder', async () => {
    const trial = trialWith({});
    await complains(
      trial.run(['git', 'install', 'elsewhere'], { environment }),
      2,
      'Specify what to do: toggle-targeting git install',
    );
  });

  it('with --global applies to every repository of the user', async () => {
    const repo = await repository('--global');
    expect(existsSync(repo.path('.gitattributes'))).toBe(false);
    expect(repo.text('.config/git/attributes')).toContain('*.targeting.json merge=toggle-targeting\n');
    const { status, text } = merge(repo, targeting(), targeting({ comment: 'ours' }), targeting({ byDefault: 1 }));
    expect([status, text]).toEqual([0, targeting({ comment: 'ours', byDefault: 1 })]);
  });

  it.each(['latin1', 'utf16le'] as const)('does not change attributes encoded in %s', async (encoding) => {
    const repo = await repository();
    const bytes = Buffer.from('\uFEFFcaf\u00E9.txt text\n', encoding);
    writeFileSync(repo.path('.gitattributes'), bytes);
    await complains(repo.run(['git', 'install'], { environment }), 2, '.gitattributes" cannot be read (not UTF-8).');
    expect(readFileSync(repo.path('.gitattributes'))).toEqual(bytes);
  });

  it('does not write through a link', async () => {
    const repo = await repository();
    await repo.run(['git', 'uninstall'], { environment });
    repo.write('elsewhere', '# mine');
    symlinkSync('elsewhere', repo.path('.gitattributes'));
    await complains(repo.run(['git', 'install'], { environment }), 2, 'is a link, so it is not changed.');
    expect(repo.text('elsewhere')).toBe('# mine');
    const lines = '*.targeting.json merge=toggle-targeting\n*.targeting.json diff=toggle-targeting\n';
    repo.write('elsewhere', lines);
    expect((await repo.run(['git', 'uninstall'], { environment })).code).toBe(2);
    expect(repo.text('elsewhere')).toBe(lines);
  });

  it('reports a missing repository and changes nothing', async () => {
    const trial = trialWith({});
    expect(
      await trial.run(['git', 'install'], {
        environment: { ...environment, GIT_CEILING_DIRECTORIES: trial.path('..') },
      }),
    ).toMatchObject({
      code: 2,
      stderr: 'This folder is not in a Git repository. Use --global for all of your repositories.\n',
    });
    expect(existsSync(trial.path('.gitattributes'))).toBe(false);
  });

  it.each([
    ['a link', ['--local'], '.gitattributes', 'is a link, so it is not changed.'],
    ['a link', ['--global'], 'mine', 'is a link, so it is not changed.'],
    ['in no folder', ['--global'], 'mine', 'cannot be written ('],
  ])('changes no setting if the attributes file is %s (%j)', async (what, scope, name, words) => {
    const repo = await repository();
    await repo.run(['git', 'uninstall'], { environment });
    repo.write('.gitconfig', `[core]\n\tattributesFile = ~/${what === 'a link' ? name : 'elsewhere/none'}\n`);
    repo.write('elsewhere', '# mine');
    if (what === 'a link') symlinkSync('elsewhere', repo.path(name));
    const env = { ...environment, HOME: repo.path('.') };
    const before = repo.git('config', '--list').stdout;
    await complains(repo.run(['git', 'install', ...scope], { environment: env }), 2, words);
    expect(repo.git('config', '--list').stdout).toBe(before);
  });

  it('starts the current command line even from a path with special characters', async () => {
    const repo = await repository();
    const odd = "it's 100% $HOME `x` %A/cli.js";
    copyCommandLine(repo.path(dirname(odd)));
    execFileSync(process.execPath, [repo.path(odd), 'git', 'install'], { cwd: repo.path('.'), env: environment });
    repo.git('config', 'core.excludesFile', repo.path('none'));
    const { status, text } = merge(repo, targeting(), targeting({ comment: 'ours' }), targeting({ byDefault: 1 }));
    expect([status, text]).toEqual([0, targeting({ comment: 'ours', byDefault: 1 })]);
    expect(repo.git('log', '-p', '-1', '--first-parent', '-m').stdout).toContain('+By default, it serves "on".');
  });
});

/** Removes the labels of conflict markers, which differ between versions of Git. */
function unlabelled(text: string): string {
  return text.replace(/^([<|>]{7}).*/gm, '$1');
}

it('the merge driver exits with an error if it cannot write the result', () => {
  const trial = trialWith({ base: targeting(), ours: targeting(), theirs: targeting({ byDefault: 1 }) });
  const world = worldIn({ input: '', environment, folder: trial.path('.') });
  const labels = { ours: 'ours', theirs: 'theirs', base: 'base', size: 7 };
  const options = { base: 'base', ours: 'ours', theirs: 'theirs', path: file, labels };
  expect(gitMerge(options, world)).toBe(0);
  expect(gitMerge(options, { ...world, files: { ...world.files, replace: () => 'EROFS' } })).not.toBe(0);
});
