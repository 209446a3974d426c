/**
 * Tests that what is written in two places says the same in both. If a test fails, the code is right, and package.json, the
 * config's schema or the README must follow it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import chinese from '../../package.nls.zh-cn.json' with { type: 'json' };
import english from '../../package.nls.json' with { type: 'json' };
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import { configurableCodes, defaultSeverities, problemCodes, settableCodes } from '../../server/src/checks/codes.js';
import { deleteVariationCommand } from '../../server/src/features/commandNames.js';
import { readSettings } from '../../server/src/lsp/settings.js';
import { severities } from '../../server/src/checks/problem.js';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = text('README.md');
const problems = text('docs/problems.md');
const { properties } = manifest.contributes.configuration;

describe('the manifest', () => {
  it('has the commands that the code registers, and no others', () => {
    const registered = text('client/src/extension.ts') + text('client/src/editor/commands/tokens.ts');
    for (const { command } of manifest.contributes.commands) {
      expect(registered).toMatch(new RegExp(`\\b${command.replace('toggleTargeting.', '')}\\b`));
    }
    const [, names = ''] =
      /type Handlers = Readonly<\s*Record<([^,]+),/.exec(text('client/src/editor/commands/tokens.ts')) ?? [];
    const handlers = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => `toggleTargeting.${name ?? ''}`);
    const own = [
      'push',
      'pushMany',
      'showDiff',
      'pull',
      'pullToggles',
      'showHistory',
      'promote',
      'pickToggle',
      'approval',
      'completeMerge',
      'configure',
      'restartServer',
      'showLog',
      'deleteVariation',
    ].map((name) => `toggleTargeting.${name}`);
    expect(manifest.contributes.commands.map(({ command }) => command).sort()).toEqual([...handlers, ...own].sort());
  });

  it('has commands behind every menu entry and walkthrough step', () => {
    const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
    const entries = Object.values(manifest.contributes.menus).flat();
    expect(entries.filter(({ command }) => !commands.has(command))).toEqual([]);
    const steps = JSON.stringify([english, chinese]);
    const linked = [...steps.matchAll(/command:(toggleTargeting\.\w+)/g)].map(([, command = '']) => command);
    expect(linked.length).toBeGreaterThan(3);
    expect(linked.filter((command) => !commands.has(command))).toEqual([]);
  });

  it('does not show people the command that only a code action can call', () => {
    const { commandPalette } = manifest.contributes.menus;
    expect(commandPalette).toContainEqual({ command: deleteVariationCommand, when: 'false' });
  });

  it('has the settings that the code reads, and the README lists them', () => {
    const code = readdirSync(join(root, 'client/src'), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => text(`client/src/${file}`))
      .join();
    for (const name of Object.keys(properties)) {
      const short = name.replace('toggleTargeting.', '');
      // vscode-languageclient reads the trace setting by itself.
      if (short !== 'trace.server') expect(code).toContain(`'${short}'`);
      expect(readme).toContain(`\`${name}\``);
    }
  });

  it('has settings of pushes that no workspace can set', () => {
    const ofPushes = Object.entries(properties).filter(([name]) => name.startsWith('toggleTargeting.push.'));
    expect(ofPushes.length).toBeGreaterThan(4);
    for (const [, { scope }] of ofPushes) expect(['application', 'machine']).toContain(scope);
    const restricted: readonly string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const [name] of ofPushes) expect(restricted).toContain(name);
  });

  it('has the default number of problems that client and server fall back on', () => {
    const { default: number } = properties['toggleTargeting.maxProblems'];
    expect(text('client/src/editor/languageClient.ts').replaceAll('_', '')).toContain(`'maxProblems', ${number}`);
    expect(readSettings(undefined).maxProblems).toBe(number);
  });

  it('has the default time limit that the code falls back on', () => {
    expect(text('client/src/editor/pushSettings.ts')).toContain(
      `'push.timeout', ${properties['toggleTargeting.push.timeout'].default}`,
    );
  });

  it('has the defaults of inlay hints that the server falls back on', () => {
    const { select, split, index } = readSettings(undefined).inlayHints;
    expect(properties['toggleTargeting.inlayHints.select'].default).toBe(select);
    expect(properties['toggleTargeting.inlayHints.split'].default).toBe(split);
    expect(properties['toggleTargeting.inlayHints.index'].default).toBe(index);
  });

  it('has a severity for every code that can have one, and for no other', () => {
    const setting = properties['toggleTargeting.problems'].properties;
    expect(Object.keys(setting)).toEqual(settableCodes);
    for (const { enum: values } of Object.values(setting)) expect(values).toEqual(severities);
    expect(Object.keys(configSchema.properties.problems.properties)).toEqual(configurableCodes);
    expect(configSchema.definitions.severity.enum).toEqual(severities);
  });
});

describe('the page about the problems', () => {
  for (const code of problemCodes) {
    it(`explains ${code}, with its severity, an example and its fix`, () => {
      const section = problems.split(`\n## ${code}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section).toMatch(new RegExp(`^\\*${defaultSeverities[code]}\\*`));
      expect(section).toContain('```jsonc');
      expect(section).toContain('\nFix: ');
    });
  }
});

describe('the README', () => {
  it('shows every command that people can find', () => {
    const words: Readonly<Record<string, string>> = english;
    const { commandPalette } = manifest.contributes.menus;
    const hidden = commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
    const found = manifest.contributes.commands.filter((each) => !hidden.includes(each.command));
    for (const { command, title: key } of found) {
      const title = words[key.slice(1, -1)];
      if (/token/i.test(command)) expect(readme).toMatch(/Set \/ Replace \/ Remove Access Token…, List Access Tokens/);
      else expect(readme).toContain(title);
    }
  });

  it('shows only pictures that exist', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(1);
    for (const path of pictures) expect(readFileSync(join(root, path)).length).toBeGreaterThan(1000);
  });
});
