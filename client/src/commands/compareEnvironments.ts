/** The commands that compare one toggle in all environments, or all toggles in two environments. */
import type * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { filesForRequest } from '../../../server/src/core/protocol.js';
import type { ComparisonPages } from '../pages/comparisonPages.js';
import type { LanguageServer } from '../server/languageClient.js';
import { chooseConfig, configsOfWorkspace } from '../questions/chooseConfig.js';
import { notify, pick } from '../say.js';
import { shownName } from '../files/shownName.js';

export async function compareEnvironments(pages: ComparisonPages, file: vscode.Uri): Promise<void> {
  if (await pages.compare({ uri: file.toString() })) return;
  const name = shownName(file);
  void notify(
    'information',
    t('The path of {0} names no environment, so other environments have no matching file.', name),
  );
}

export async function compareToggles(pages: ComparisonPages, server: LanguageServer): Promise<void> {
  const config = await chooseConfig(await configsOfWorkspace());
  const configUri = config?.toString() ?? '';
  const environments = config && (await chooseTwo(await environmentsOf(configUri, server)));
  if (environments === undefined || (await pages.compare({ configUri, environments }))) return;
  const [one, other] = environments;
  void notify('information', t('No targeting file of {0} has a counterpart in {1}.', one, other));
}

async function environmentsOf(configUri: string, server: LanguageServer): Promise<readonly string[]> {
  const found = await server.ask(filesForRequest, { configUri, toggles: [] });
  return found.kind === 'found' ? found.environments.map(({ place }) => place.environment) : [];
}

async function chooseTwo(all: readonly string[]): Promise<readonly [string, string] | undefined> {
  const [first, second, ...more] = all;
  if (first === undefined || second === undefined) {
    void notify('information', t('A comparison needs two environments in targeting.config.json.'));
    return undefined;
  }
  if (more.length === 0) return [first, second];
  const one = await chooseOne(all, t('Compare which environment?'));
  if (one === undefined) return undefined;
  const others = all.filter((name) => name !== one);
  const other = await chooseOne(others, t('Compare {0} with…', one));
  return other === undefined ? undefined : [one, other];
}

async function chooseOne(names: readonly string[], title: string): Promise<string | undefined> {
  const entries = names.map((label) => ({ icon: 'cloud', label }));
  return (await pick(entries, { title }))?.label;
}
