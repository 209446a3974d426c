/**
 * The user settings that a host starts with: quiet, offline, nothing that moves or that covers the editor. What a suite
 * passes wins over them.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Built-ins that the page lists although their browser half is not in the package. The page would try to load them and
 * show the failure as an error toast over the editor; declared unfit for the page, and not linked on the server either
 * (setUp.ts), they stay out.
 */
export const withoutBrowserHalf = [
  'css-language-features',
  'emmet',
  'extension-editing',
  'github-authentication',
  'html-language-features',
  'ipynb',
  'markdown-language-features',
  'markdown-math',
  'media-preview',
  'mermaid-markdown-features',
  'npm',
  'references-view',
  'search-result',
  'simple-browser',
  'typescript-language-features',
];

const SETTINGS: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  // Of what other processes of the machine listen on, a toast would tell.
  'remote.autoForwardPorts': false,
  'remote.extensionKind': Object.fromEntries(withoutBrowserHalf.map((name) => [`vscode.${name}`, ['-web']])),
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Writes them for a new data folder only: a restart on a kept one shall see what was changed in between. */
export async function writeSettings(dataDir: string, settings: Settings): Promise<void> {
  const file = join(dataDir, 'data', 'User', 'settings.json');
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
}
