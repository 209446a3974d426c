/** Opens the config of a file or folder, or helps to create it. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import type { PlaceOfRule } from '../../../server/src/core/protocol.js';
import { ruleRequest, targetsRequest } from '../../../server/src/core/protocol.js';
import type { NotPushed } from '../../../server/src/service/push/checkedFile.js';
import { exists } from './createFile.js';
import type { Credentials } from '../push/credentials.js';
import type { LanguageServer } from '../server/languageClient.js';
import { chooseConfig, configsOfWorkspace } from '../questions/chooseConfig.js';
import { chooseFolder } from '../questions/chooseFolder.js';
import { createConfig } from '../questions/createConfig.js';
import { rangeOf } from './ranges.js';

interface Context {
  readonly server: LanguageServer;
  readonly log: vscode.LogOutputChannel;
  readonly credentials: Credentials;
}

export async function openConfig({ server, ...context }: Context, file: vscode.Uri): Promise<void> {
  const targets = await server.ask(targetsRequest, { uri: file.toString() });
  const config =
    targets.kind === 'none'
      ? await createConfig(vscode.Uri.joinPath(file, '..'), context)
      : vscode.Uri.parse(targets.configUri);
  if (config !== undefined) await vscode.window.showTextDocument(config);
}

/** @returns the place where the file's config sets a rule of the organization; undefined if the rule is gone */
export async function placeOfRule(
  server: LanguageServer,
  file: vscode.Uri,
  rule: NonNullable<NotPushed['rule']>,
): Promise<PlaceOfRule | undefined> {
  return (await server.ask(ruleRequest, { uri: file.toString(), ...rule })) ?? undefined;
}

export async function openRule({ uri, range }: Pick<PlaceOfRule, 'uri' | 'range'>): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: rangeOf(range) });
}

export function ruleInWords({ range, text }: PlaceOfRule): string {
  return t('{0}, line {1}: {2}', configFileName, range.start.line + 1, text);
}

export async function openConfigOfWorkspace(context: Omit<Context, 'server'>): Promise<void> {
  const configs = await configsOfWorkspace();
  const config = configs.length > 0 ? await chooseConfig(configs) : await configOfFolder(context);
  if (config !== undefined) await vscode.window.showTextDocument(config);
}

async function configOfFolder(context: Omit<Context, 'server'>): Promise<vscode.Uri | undefined> {
  const folder = await chooseFolder(t('Which folder should contain {0}?', configFileName));
  if (folder === undefined) return undefined;
  const config = vscode.Uri.joinPath(folder, configFileName);
  return (await exists(config)) ? config : createConfig(folder, context);
}
