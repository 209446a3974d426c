/** What a report of a bug needs, as text on the clipboard: versions, counts, and which settings differ. No host, no path, no token. */
import * as vscode from 'vscode';
import {
  configFileName,
  targetingEnding,
  testsEnding,
  usersFileName,
} from '../../../server/src/core/targeting/fileNames.js';
import { inBrowser } from '../here.js';
import type { LanguageServer } from '../languageClient.js';
import { notify } from '../say.js';

export async function copyDiagnostics(
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
  server: LanguageServer,
): Promise<void> {
  const { version, contributes } = packageJSON as Manifest;
  const { appName, appHost, remoteName, language } = vscode.env;
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const diagnostics = {
    ...{ version, editor: appName, editorVersion: vscode.version, appHost, remoteName, language },
    ...{ inBrowser, server: { isRunning: server.isRunning(), isGivenUp: server.isGivenUp() } },
    ...{ folders: workspaceFolders.length, isTrusted, files: await countsOfFiles() },
    settings: settingsThatDiffer(contributes),
  };
  await vscode.env.clipboard.writeText(`${JSON.stringify(diagnostics, undefined, 2)}\n`);
  void notify('information', vscode.l10n.t('The diagnostics are on the clipboard. They hold no host, path or token.'));
}

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Of more, it matters little how many. */
const MAX_COUNTED = 10_000;

async function countsOfFiles(): Promise<Readonly<Record<string, number>>> {
  const names = [`*${targetingEnding}`, `*${testsEnding}`, usersFileName, configFileName];
  const counts = names.map(async (name): Promise<[string, number]> => {
    const { length } = await vscode.workspace.findFiles(`**/${name}`, undefined, MAX_COUNTED);
    return [name, length];
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** With the value of a switch or a number; a text may name a host, so that its type is enough. */
function settingsThatDiffer({ configuration }: Manifest['contributes']): Readonly<Record<string, unknown>> {
  const names = configuration.flatMap(({ properties }) => Object.keys(properties));
  const different = names.flatMap((name) => {
    const { defaultValue } = vscode.workspace.getConfiguration().inspect(name) ?? {};
    const value = vscode.workspace.getConfiguration().get(name);
    if (JSON.stringify(value) === JSON.stringify(defaultValue)) return [];
    return [[name, typeof value === 'boolean' || typeof value === 'number' ? value : typeof value]];
  });
  return Object.fromEntries(different) as Readonly<Record<string, unknown>>;
}
