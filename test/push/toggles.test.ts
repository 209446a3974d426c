/** Tests the tree of toggles: its words for files and environments, its filter, and its badge. */
import { expect, test } from 'vitest';
import type { Drift } from '../../server/src/service/driftWords.js';
import {
  environmentNode,
  notCompared,
  toggleNodes,
  togglesOf,
  waitingNode,
} from '../../server/src/service/toggles/toggleNodes.js';
import type { Filter } from '../../server/src/service/toggles/environmentStates.js';
import { EnvironmentStates } from '../../server/src/service/toggles/environmentStates.js';
import { targetAt } from './pushTrial.js';

const target = targetAt('https://toggles.example.com', { environment: 'production', environmentKey: 'production' });
const guarded = { ...target, protected: true };

function drift(changes: Partial<Drift> = {}): Drift {
  const shown = {
    title: 'production: up to date',
    words: 'up to date',
    tooltip: 'production of P',
    click: 'show-diff',
  } as const;
  return { ...shown, kind: 'same', ...changes };
}

const at = (environment: string, isProtected = false) => ({
  ...{ ...target, environment, environmentKey: environment, protected: isProtected },
});

function standingsOf() {
  const standings = new EnvironmentStates();
  const keep = (environment: string, changes: Partial<Drift> = {}, isProtected = false, uri = 'file:///a') =>
    standings.keep(uri, at(environment, isProtected), drift(changes));
  return { standings, keep, words: () => standings.comparisonSummary(['file:///a']) };
}

const row = (toggle: string, ...paths: readonly string[]) => ({
  ...{ toggle, paths, only: undefined, standing: '', standings: [], requiredBy: [] },
});

/** The files, and what the server knows of them: a toggle's name, and the environments of each of its files. */
function grouped(known: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>, ...unknown: string[]) {
  const all = Object.entries(known).map(([toggle, files]) => ({
    toggle,
    files: Object.entries(files).map(([uri, environments]) => ({ uri, environments, requiredBy: [`by ${toggle}`] })),
  }));
  const uris = [...all.flatMap(({ files }) => files.map(({ uri }) => uri)), ...unknown];
  return togglesOf(new Map(uris.map((path) => [path, { path }])), all);
}

test('Toggles are sorted by name, and show their folders if the name is not unique', () => {
  const nodes = toggleNodes([
    row('search', 'shop/dev/search.targeting.json', 'shop/prod/search.targeting.json'),
    row('b', 'b.targeting.json'),
    row('search', 'blog/search.targeting.json'),
  ]);
  expect(nodes.map(({ said: { label, description } }) => [label, description])).toEqual([
    ['b', ''],
    ['search', 'blog'],
    ['search', 'shop'],
  ]);
});

test.each(['{environment}/{toggle}', '{toggle}/{environment}', '{toggle}-{environment}'])(
  'Files by environment are one toggle in the layout %s, and one file is one row',
  (layout) => {
    const at = (toggle: string, environment: string) =>
      `${layout.replace('{toggle}', toggle).replace('{environment}', environment)}.targeting.json`;
    const search = { [at('search', 'dev')]: ['dev'], [at('search', 'prod')]: ['prod'] };
    const toggles = grouped(
      { search, pay: { 'pay.json': ['dev', 'prod'] }, old: { [at('old', 'dev')]: ['dev'] } },
      'x/new.targeting.json',
    );
    expect(toggles.map(({ toggle, files, only }) => [toggle, files.length, only])).toEqual([
      ['search', 2, undefined],
      ['pay', 1, undefined],
      ['old', 1, 'dev'],
      ['new', 1, undefined],
    ]);
    expect(toggles[0]?.requiredBy).toEqual(['by search']);
  },
);

test('500 toggles in 3 environments are 500 rows, and each file is looked up once', () => {
  const environments = ['dev', 'staging', 'prod'];
  const fileOf = (toggle: string, environment: string) => `${environment}/${toggle}.targeting.json`;
  const all = Array.from({ length: 500 }, (_, index) => `t${index}`).map((toggle) => ({
    toggle,
    files: environments.map((each) => ({ uri: fileOf(toggle, each), environments: [each], requiredBy: [] })),
  }));
  let reads = 0;
  const files = all
    .flatMap(({ files: ofToggle }) => ofToggle)
    .map(({ uri }) => ({
      get path() {
        reads += 1;
        return uri;
      },
    }));
  const uris = all.flatMap(({ files: ofToggle }) => ofToggle.map(({ uri }) => uri));
  const toggles = togglesOf(new Map(files.map((file, index) => [uris[index] ?? '', file])), all);
  const nodes = toggleNodes(
    toggles.map((toggle) => ({ ...toggle, paths: toggle.files.map(({ path }) => path), standing: '', standings: [] })),
  );
  expect([nodes.length, reads]).toEqual([500, 1_500]);
});

test('A toggle shows the number and the names of its dependent toggles', () => {
  const requiredBy = ['banner', 'pay', 'search', 'trial'];
  const [node] = toggleNodes([
    { ...row('a', 'a.targeting.json'), standing: 'up to date', standings: ['dev: up to date'], requiredBy },
  ]);
  expect(node?.said.description).toBe('up to date · required by 4 toggles');
  expect(node?.said.tooltip).toBe('a.targeting.json\ndev: up to date\nrequired by banner, pay, search and 1 more');
});

test('File names cannot reverse or add a line', () => {
  const [node] = toggleNodes([{ ...row('a\u202Eb\nc', 'a\u202Eb\nc.targeting.json'), standings: ['dev: up to date'] }]);
  expect(node?.said.label).toBe('a\uFFFDb c');
  expect(node?.said.tooltip).toBe('a\uFFFDb c.targeting.json\ndev: up to date');
});

test('A collapsed toggle shows its most urgent environments, and the number of other urgent ones', () => {
  const { standings, keep, words } = standingsOf();
  expect(words()).toBe('');
  keep('dev');
  expect(words()).toBe('up to date');
  keep('staging', { kind: 'not-compared', words: 'not compared yet', click: 'set-token' });
  expect(words()).toBe('not compared (staging)');
  keep('review', { kind: 'differs', words: 'differs in 2 rules' });
  expect(words()).toBe('differs in review · 1 more');
  keep('online', { kind: 'behind', words: 'changed by rob' });
  expect(words()).toBe('changed by rob (online) · 2 more');
  keep('dev', { kind: 'behind', words: 'changed by rob' });
  expect(words(), 'the first of the config').toBe('changed by rob (dev, online) · 2 more');
  keep('online', { kind: 'behind', words: 'newer version 9' }, true);
  expect(words(), 'the protected one').toBe('newer version 9 (online) · 3 more');
  keep('dev');
  keep('online', { kind: 'behind', words: 'changed by rob' }, true);
  const [one, other] = toggleNodes([
    row('a', 'dev/a.targeting.json'),
    { ...row('a', 'prod/a.targeting.json'), standing: words(), standings: standings.lines(['file:///a']) },
  ]);
  expect(one?.said.description).toBe('dev');
  expect(other?.said.description).toBe('prod · changed by rob (online) · 2 more');
  expect(other?.said.tooltip.split('\n')).toEqual([
    'prod/a.targeting.json',
    'dev: up to date',
    'staging: not compared yet',
    'review: differs in 2 rules',
    'online (protected): changed by rob',
  ]);
});

test('A collapsed toggle lists the environments with the same status, if there is room', () => {
  const { keep, words } = standingsOf();
  for (const environment of ['dev', 'staging', 'production']) keep(environment, { kind: 'differs' });
  expect(words()).toBe('differs in dev, staging, production');
  keep('canary', { kind: 'differs' });
  expect(words()).toBe('differs in dev, staging and 2 more');
  keep('production', { kind: 'differs' }, true);
  expect(words(), 'the protected one').toBe('differs in dev, production and 2 more');
  keep('canary', { kind: 'not-compared' });
  expect(words()).toBe('differs in dev, production · 2 more');
});

test('A collapsed toggle keeps its earlier status while it is offline', () => {
  const standings = new EnvironmentStates();
  const offline = { kind: 'failed', words: 'offline · up to date · version 7 · 10:32' } as const;
  standings.keep('file:///a', target, drift({ ...offline, shortWords: 'offline · up to date' }));
  expect(standings.comparisonSummary(['file:///a'])).toBe('offline · up to date');
  expect(standings.lines(['file:///a'])).toEqual([`production: ${offline.words}`]);
  standings.keep('file:///a', at('dev'), drift({ kind: 'failed', words: 'failed' }));
  expect(standings.comparisonSummary(['file:///a'])).toBe('offline · up to date (production) · 1 more');
});

test('A collapsed toggle shows the status of its file without an environment', () => {
  const standings = new EnvironmentStates();
  const words = 'not compared: the file has 1 error';
  standings.keep('file:///a', target, drift({ kind: 'not-compared', words, isOfFile: true }));
  standings.keep('file:///a', at('dev'), drift({ kind: 'failed', words: 'offline' }));
  expect(standings.comparisonSummary(['file:///a'])).toBe(words);
  standings.keep('file:///b', at('qa'), drift({ kind: 'behind', words: 'changed by rob' }));
  expect(standings.comparisonSummary(['file:///a', 'file:///b']), 'with its own file').toBe('offline (dev) · 2 more');
});

test('A toggle has the icon of its most urgent environment, in whichever file', () => {
  const standings = new EnvironmentStates();
  const iconOf = (standing: string) => {
    const kind = standings.worst(['file:///a', 'file:///b']);
    return toggleNodes([{ ...row('a', 'a.targeting.json'), standing, kind }])[0]?.said.icon;
  };
  expect(iconOf('not compared yet')).toBe('json');
  standings.keep('file:///a', target, drift());
  expect(iconOf('up to date')).toBe('pass');
  standings.keep('file:///a', { ...target, environment: 'dev' }, drift({ kind: 'behind', words: 'changed by rob' }));
  standings.keep('file:///b', { ...target, environment: 'qa' }, drift({ kind: 'differs', words: 'differs' }));
  expect(iconOf('changed by rob (dev) · 1 more')).toBe('arrow-down');
  expect(iconOf(''), 'unfolded').toBe('arrow-down');
});

test('An environment shows the status of the file, whether the toggle is disabled, and its protection', () => {
  expect(environmentNode(target, drift())).toEqual({
    label: 'production',
    description: 'up to date',
    tooltip: 'production of P',
    icon: 'pass',
    color: 'charts.green',
  });
  expect(environmentNode(guarded, drift({ isOff: true }))).toEqual({
    label: 'production',
    description: 'up to date · disabled',
    tooltip: 'production of P\nProtected: pushes ask for confirmation.',
    icon: 'lock',
    color: 'charts.green',
  });
});

test('Each status has its own icon if the environment is not protected', () => {
  const kinds = ['not-compared', 'same', 'differs', 'behind', 'waits', 'failed'] as const;
  const icons = kinds.map((kind) => environmentNode(target, drift({ kind })).icon);
  expect(new Set(icons).size).toBe(kinds.length);
});

test('An environment that is not compared shows the reason, and a click opens the diff', () => {
  const told = (['unreadable', 'no-object', 'not-among-first'] as const).map((why) => notCompared(target, why));
  expect(told.map(({ words }) => words)).toEqual(['cannot be read', 'nothing to compare', 'not compared']);
  for (const { kind, click, tooltip } of told) {
    expect([kind, click]).toEqual(['not-compared', 'show-diff']);
    expect(tooltip.split('\n')).toHaveLength(2);
  }
});

test('A missing token is shown once per service, not at each file', () => {
  const standings = new EnvironmentStates();
  const noToken = drift({ kind: 'not-compared', click: 'set-token', words: 'not compared yet', tooltip: 'No token.' });
  const other = { ...target, baseUrl: 'https://other.example.com' };
  const told = { tooltip: 'No token.' };
  for (const uri of ['file:///a', 'file:///b']) {
    standings.keep(uri, target, noToken);
    standings.keep(uri, { ...target, environment: 'dev' }, noToken);
    expect(standings.comparisonSummary([uri])).toBe('');
  }
  standings.keep('file:///b', { ...other, environment: 'elsewhere' }, { ...noToken, click: 'compare' });
  expect(standings.isNothingCompared()).toBe(true);
  expect(standings.waiting().map(({ uri }) => uri)).toEqual(['file:///a', 'file:///b']);
  expect(standings.waiting().map((one) => waitingNode(one, false))).toEqual([
    { ...told, label: 'Set token to compare 2 files', description: 'toggles.example.com', icon: 'key' },
    { ...told, label: 'Compare 1 file', description: 'other.example.com', icon: 'git-compare' },
  ]);
  standings.keep('file:///a', target, drift());
  expect(standings.isNothingCompared()).toBe(false);
  expect(standings.waiting().map(({ files }) => files)).toEqual([2, 1]);
});

test("After a token is set, no status is shown until it is known, and the config's order stays", () => {
  const { standings, keep } = standingsOf();
  keep('dev', { kind: 'not-compared', click: 'set-token' });
  keep('online', { kind: 'not-compared', click: 'set-token' });
  standings.forgetDrifts();
  expect([standings.waiting(), standings.comparisonSummary(['file:///a'])]).toEqual([[], '']);
  keep('online', { kind: 'differs' });
  keep('dev', { kind: 'differs' });
  expect(standings.comparisonSummary(['file:///a'])).toBe('differs in dev, online');
});

test('A rejected token is shown once per service, with the icon of a failure', () => {
  const standings = new EnvironmentStates();
  standings.keep('file:///a', target, drift({ kind: 'failed', click: 'set-token', tooltip: 'Not accepted.' }));
  expect(standings.comparisonSummary(['file:///a'])).toBe('');
  const label = 'Set token to compare 1 file';
  expect(standings.waiting().map((one) => waitingNode(one, true))).toEqual([
    { label, description: '', tooltip: 'Not accepted.', icon: 'error', color: 'charts.red' },
  ]);
});

test('A filter shows a file if one of its environments matches', () => {
  const standings = new EnvironmentStates();
  standings.keep('file:///same', target, drift());
  standings.keep('file:///mine', target, drift({ kind: 'differs' }));
  standings.keep('file:///mine', { ...target, environment: 'dev' }, drift());
  standings.keep('file:///theirs', target, drift({ kind: 'behind', moved: true }));
  const shown = (filter: Filter) =>
    ['same', 'mine', 'theirs', 'unknown'].filter((name) =>
      standings.passes([`file:///${name}`], filter, () => name === 'same'),
    );
  expect(shown('all')).toEqual(['same', 'mine', 'theirs', 'unknown']);
  expect(shown('differs')).toEqual(['mine', 'theirs']);
  expect(shown('moved')).toEqual(['theirs']);
  expect(shown('problems')).toEqual(['same']);
});

test("The badge counts others' changes in protected environments until the file includes them", () => {
  const standings = new EnvironmentStates();
  standings.keep('file:///a', target, drift({ kind: 'behind', moved: true }));
  standings.keep('file:///a', { ...guarded, environment: 'online' }, drift({ kind: 'differs' }));
  expect(standings.badge()).toBeUndefined();
  standings.keep('file:///a', { ...guarded, environment: 'online' }, drift({ kind: 'behind', moved: true }));
  expect(standings.badge()).toMatchObject({ value: 1 });
  standings.keep('file:///b', guarded, drift({ kind: 'differs', moved: true }));
  expect(standings.badge()).toMatchObject({ value: 2 });
  standings.keep('file:///a', { ...guarded, environment: 'online' }, drift());
  expect(standings.badge()).toMatchObject({ value: 1 });
  standings.forgetOthers(['file:///a']);
  expect(standings.badge()).toBeUndefined();
});
