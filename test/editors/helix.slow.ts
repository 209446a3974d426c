/**
 * Tests the configuration of docs/editors/helix.md without Helix, which no package registry has: it is TOML, has what
 * the book of Helix asks for (docs.helix-editor.com/languages.html, 25.07), and fits package.json and the server.
 * Python reads the TOML; only Linux must have it.
 */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readSettings } from '../../server/src/lsp/settings.js';
import { configuration } from './configurations.js';

const section = 'Helix 24.03 and newer';
const server = 'toggle-targeting';
const readToml = `
import json, sys
try:
    from tomllib import loads
except ImportError:
    from pip._vendor.tomli import loads
print(json.dumps(loads(sys.stdin.read())))`;

interface Languages {
  readonly 'language-server': Readonly<Record<string, { readonly config: unknown }>>;
  readonly language: readonly { readonly 'file-types': readonly unknown[] }[];
}

describe('Helix', () => {
  const languages = () =>
    JSON.parse(
      execFileSync('python3', ['-c', readToml], { input: configuration(section, 'toml') }).toString(),
    ) as Languages;

  it('starts the command of the package', () => {
    expect(languages()['language-server'][server]).toMatchObject({
      command: 'toggle-targeting-server',
      args: ['--stdio'],
    });
    expect(manifest.bin).toHaveProperty('toggle-targeting-server');
  });

  it('uses the server for the same files as in VS Code, alongside the other JSON server', () => {
    const files = manifest.contributes.jsonValidation.flatMap(({ fileMatch }) => fileMatch);
    const globs = [...new Set(files)].map((glob) => ({ glob }));
    expect(languages().language).toEqual([
      {
        name: 'targeting',
        'language-id': 'json',
        scope: 'source.json',
        grammar: 'json',
        'file-types': globs,
        'language-servers': [server, { name: 'vscode-json-language-server', 'except-features': ['completion'] }],
        indent: { 'tab-width': 2, unit: '  ' },
      },
    ]);
  });

  it('tells the server which problems the other JSON server reports', () => {
    expect(readSettings(languages()['language-server'][server]?.config).editorReports.syntax).toBe(true);
  });

  it('inherits the colours of targeting files from JSON', () => {
    expect(configuration(section, 'scm')).toBe('; inherits: json\n');
  });
});
