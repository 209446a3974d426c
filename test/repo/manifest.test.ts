/** Tests that package.json, the config's schema and the pages match the code. If a test fails, the code is right. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import chinese from '../../package.nls.zh-cn.json' with { type: 'json' };
import english from '../../package.nls.json' with { type: 'json' };
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import {
  configurableCodes,
  defaultSeverities,
  problemCodes,
  settableCodes,
} from '../../server/src/core/checks/codes.js';
import { hintNames, lensNames } from '../../server/src/core/protocol/settings.js';
import { readSettings } from '../../server/src/lsp/settings.js';
import { forAll } from '../support/forAll.js';
import { severities } from '../../server/src/core/checks/problem.js';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = text('README.md');
const reference = text('docs/reference.md');
const problems = text('docs/problems.md');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(root, page)));
const settings = new Map(
  manifest.contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties as Readonly<Record<string, Setting>>).map(([name, setting]) => {
      return [name.replace('toggleTargeting.', ''), setting] as const;
    }),
  ),
);

interface Setting {
  readonly type?: string;
  readonly items?: { readonly enum?: unknown };
  readonly default: unknown;
  readonly scope: string;
  readonly properties?: Readonly<Record<string, { readonly enum: readonly string[] }>>;
}

function defaultOf(name: string): unknown {
  return settings.get(name)?.default;
}

describe('the manifest', () => {
  it('hides commands that need a service in a browser, except for push in the command palette', () => {
    const [, list = ''] = /serviceCommands[^=]*= \[([^;]*)\];/.exec(text('client/src/here.ts')) ?? [];
    const ofServices = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => `toggleTargeting.${name ?? ''}`);
    const { commandPalette, ...others } = manifest.contributes.menus;
    const entries: readonly { readonly command: string; readonly when?: string }[] = Object.values(others).flat();
    const isShown = ({ when = '' }) => when !== 'false' && !/(?:^|&& )!toggleTargeting\.inBrowser$/.test(when);
    const shown = entries.filter((entry) => ofServices.includes(entry.command) && isShown(entry));
    expect(shown).toEqual([]);
    const declared = ofServices.filter((name) => manifest.contributes.commands.some(({ command }) => command === name));
    const found = declared.filter((name) => commandPalette.every((entry) => entry.command !== name || isShown(entry)));
    expect(found).toEqual(['toggleTargeting.push']);
    expect(declared.length).toBeGreaterThan(8);
  });

  it('shows at most two icons in the title of an editor or view', () => {
    const { 'editor/title': ofEditors, 'view/title': ofViews } = manifest.contributes.menus;
    const icons = [...ofEditors, ...ofViews].filter(({ group }) => group.startsWith('navigation'));
    const places = icons.map(({ when }) => when.replace(/ && .*/, ''));
    const patterns = places.flatMap((place) => /^resource =~ \/(.*)\/$/.exec(place)?.[1] ?? []);
    const inDiff = (buttons: string) =>
      patterns.filter((pattern) => new RegExp(pattern).test(`toggle-targeting:a?b${buttons}`)).length;
    expect(['.push', '.push.pull', '.push.roll-back', '.push.pull.roll-back'].map(inDiff)).toEqual([1, 2, 2, 2]);
    expect(Math.max(...places.map((place) => places.filter((other) => other === place).length))).toBe(2);
  });

  it('activates the extension without searching folders', () => {
    const patterns = manifest.activationEvents.filter((event) => event.startsWith('workspaceContains:'));
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => /[*?[{]/.test(pattern))).toEqual([]);
  });

  it('has exactly the commands that the code registers', () => {
    const registered = text('client/src/extension.ts');
    for (const { command } of manifest.contributes.commands) {
      expect(registered).toMatch(new RegExp(`\\b${command.replace('toggleTargeting.', '')}\\b`));
    }
    const own = [
      'getStarted',
      'newFile',
      'push',
      'pushMany',
      'pushTicked',
      'cancelPush',
      'showPushDiffs',
      'showDiff',
      'pull',
      'pullToggles',
      'showHistory',
      'rollBack',
      'promote',
      'writeAttributes',
      'compareEnvironments',
      'compareToggles',
      'showStaleToggles',
      'approval',
      'completeMerge',
      'configure',
      'showMenu',
      'troubleshoot',
      'refreshToggles',
      'filterToggles',
      'evaluateFor',
      'removeAsked',
      'copyAsTest',
      'editUsers',
      'serve',
      'stopServing',
      'addUser',
    ].map((name) => `toggleTargeting.${name}`);
    expect(manifest.contributes.commands.map(({ command }) => command).sort()).toEqual(own.sort());
  });

  it('defines the command of each menu entry and walkthrough link', () => {
    const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
    const entries = Object.values(manifest.contributes.menus).flat();
    expect(entries.filter(({ command }) => !commands.has(command))).toEqual([]);
    const steps = JSON.stringify([english, chinese]);
    const linked = [...steps.matchAll(/command:(toggleTargeting\.\w+)/g)].map(([, command = '']) => command);
    expect(linked.length).toBeGreaterThan(3);
    expect(linked.filter((command) => !commands.has(command))).toEqual([]);
  });

  it('has only settings that the code reads and docs/reference.md lists', () => {
    const code = readdirSync(join(root, 'client/src'), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => text(`client/src/${file}`))
      .join();
    expect(settings.size).toBeGreaterThan(10);
    for (const name of settings.keys()) {
      // vscode-languageclient reads the trace setting by itself.
      if (name !== 'trace.server') expect(code).toContain(`'${name}'`);
      expect(reference).toContain(`\`toggleTargeting.${name}\``);
    }
  });

  it('does not let a workspace change the settings of pushes', () => {
    const ofPushes = [...settings].filter(([name]) => name.startsWith('push.'));
    expect(ofPushes.length).toBeGreaterThan(4);
    for (const [, { scope }] of ofPushes) expect(['application', 'machine']).toContain(scope);
    const restricted: readonly string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const [name] of ofPushes) expect(restricted).toContain(`toggleTargeting.${name}`);
  });

  it('does not let a workspace turn on tools for language models', () => {
    expect(settings.get('languageModelTools')).toMatchObject({ default: false, scope: 'application' });
    const conditions = manifest.contributes.languageModelTools.map(({ when }) => when);
    expect(conditions).toHaveLength(5);
    const isOn = 'config.toggleTargeting.languageModelTools';
    expect([...new Set(conditions)]).toEqual([
      `${isOn} && toggleTargeting.hasFile`,
      `${isOn} && toggleTargeting.asksForCode`,
    ]);
  });

  it('has the same default number of problems as client and server', () => {
    const number = defaultOf('maxProblems');
    expect(text('client/src/server/languageClient.ts').replaceAll('_', '')).toContain(
      `'maxProblems', ${String(number)}`,
    );
    expect(readSettings(undefined).maxProblems).toBe(number);
  });

  it('has the same default time limit as the code', () => {
    const seconds = String(defaultOf('push.timeout'));
    expect(text('client/src/push/pushSettings.ts')).toContain(`'push.timeout', ${seconds}`);
  });

  it('has the same lenses, hints and defaults as the server', () => {
    const { lenses, hints } = readSettings(undefined);
    const shown = readSettings({ lenses: defaultOf('lenses'), hints: defaultOf('hints') });
    expect(shown).toMatchObject({ lenses, hints });
    // VS Code's settings editor has a form for lists, but not for a string or a list.
    const listed = (name: string) => settings.get(name)?.type === 'array' && settings.get(name)?.items?.enum;
    expect(listed('lenses')).toEqual(lensNames);
    expect(listed('hints')).toEqual(hintNames);
  });

  it('has a severity setting for exactly the codes with a configurable severity', () => {
    const setting = settings.get('problems')?.properties ?? {};
    expect(Object.keys(setting)).toEqual(settableCodes);
    for (const { enum: values } of Object.values(setting)) expect(values).toEqual(severities);
    expect(Object.keys(configSchema.definitions.problems.properties)).toEqual(configurableCodes);
    expect(configSchema.definitions.severity.enum).toEqual(severities);
  });
});

describe('docs/problems.md', () => {
  it('explains each problem with its severity, its limit, an example and its fix', () =>
    forAll(problemCodes, (code) => {
      const section = problems.split(`\n## ${code}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section).toMatch(new RegExp(`^\\*${defaultSeverities[code]}\\*`));
      expect(section).toMatch(/```(?:jsonc|js)\n/);
      expect(section).toContain('\n\n*Not reported:* ');
      expect(section).toContain('\nFix: ');
    }));
});

describe('the docs', () => {
  it('list every visible command and key binding', () => {
    const words: Readonly<Record<string, string>> = english;
    const { commandPalette } = manifest.contributes.menus;
    const hidden = commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
    const found = manifest.contributes.commands.filter((each) => !hidden.includes(each.command));
    for (const { key } of manifest.contributes.keybindings)
      expect(reference).toContain(
        key.replace(/[^ +]+/g, (name) => `<kbd>${(name[0] ?? '').toUpperCase()}${name.slice(1)}</kbd>`),
      );
    for (const { title } of found) expect(reference).toContain(words[title.slice(1, -1)]);
  });

  it('contain only links to existing files and headings', () => {
    const lost = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, path = '', anchor]) => !leadsSomewhere(page, path, anchor))
        .map(([link]) => `${page} ${link}`),
    );
    expect(lost).toEqual([]);
  });

  it('include a README of at most 10 KB', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(10_240);
  });

  it('have tasks in at most 900 words each (pipelines 1,200), and 10,000 with the README', () => {
    const isTask = (page: string) =>
      /^docs\/(?!evaluation|service|verification|problems|reference|command-line|speed)[\w-]+\.md$/.test(page);
    const tasks = ['README.md', ...pages.filter(isTask)];
    const words = tasks.map((page) => [page, text(page).split(/\s+/).filter(Boolean).length] as const);
    const isTooLong = ([page, count]: (typeof words)[number]) => count > (page.endsWith('/pipelines.md') ? 1_200 : 900);
    expect(words.filter(isTooLong)).toEqual([]);
    expect(words.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(10_000);
  });
});

function leadsSomewhere(page: string, path: string, anchor: string | undefined): boolean {
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || headings(text(target)).includes(anchor);
}

/** Anchors of headings, as GitHub makes them: https://docs.github.com/get-started/writing-on-github */
function headings(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
