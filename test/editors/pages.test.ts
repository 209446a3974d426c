/** Tests the configurations of docs/editors/ that no suite starts, and that each page says if it is untested. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readSettings } from '../../server/src/lsp/settings.js';
import template from '../../docs/editors/lsp4ij/template.json' with { type: 'json' };

const folder = join(import.meta.dirname, '..', '..', 'docs', 'editors');
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const jsonOf = (name: string) => JSON.parse(/```json\n(.*?)```/s.exec(text(name))?.[1] ?? '') as unknown;

it('the first line of each page says that it is untested, unless a suite runs the editor', () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const tested = pages.filter((name) => !/^# .*\buntested: /.test(text(name)));
  expect(tested).toEqual(['emacs.md', 'neovim.md']);
  expect(pages.filter((name) => !text('README.md').includes(`(${name})`))).toEqual([]);
});

it('the template for LSP4IJ starts our command for the same files as in VS Code', () => {
  expect(manifest.bin).toHaveProperty('toggle-targeting-server');
  expect(template.programArgs.default).toBe('toggle-targeting-server --stdio');
  const globs = new Set(manifest.contributes.jsonValidation.flatMap(({ fileMatch }) => fileMatch));
  expect(template.fileTypeMappings.map(({ fileType }) => fileType.patterns)).toEqual([[...globs]]);
});

it('Sublime Text starts our command', () => {
  const client = { enabled: true, command: ['toggle-targeting-server', '--stdio'], selector: 'source.json' };
  expect(jsonOf('sublime.md')).toEqual({ clients: { 'toggle-targeting': client } });
});

it('Zed starts our command, and tells the server which problems Zed reports itself', () => {
  expect(text('zed/src/lib.rs')).toContain('.which("toggle-targeting-server")');
  const name = /^\[language_servers\.(.*)\]$/m.exec(text('zed/extension.toml'))?.[1] ?? '';
  const { lsp } = jsonOf('zed.md') as { lsp: Record<string, { initialization_options: unknown }> };
  expect(readSettings(lsp[name]?.initialization_options).editorReports.syntax).toBe(true);
});
