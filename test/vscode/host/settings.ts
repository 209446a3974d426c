/** The user settings of a new host: quiet, offline, without motion. Those of a suite override them. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Built-ins that the page lists although the package lacks their browser half. Loading them would show an error over
 * the editor, so they are declared unfit for the page, and not linked on the server (setUp.ts).
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
  // Otherwise a toast reports the ports of other processes.
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

/** Only for a new data folder, because a restart must keep what was changed in between. */
export async function writeSettings(dataDir: string, settings: Settings): Promise<void> {
  const file = join(dataDir, 'data', 'User', 'settings.json');
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
}
