/** Asks which toggles to pull: a config, one of its environments, and keys. */
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { EnvironmentFiles, FilesFor, Target } from '../../../server/src/core/protocol.js';
import { filesForRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { keysIn } from '../../../server/src/service/pull/pullToggles.js';
import {
  environmentName,
  environmentAtHost,
  targetUrl,
  serviceAddressOf,
} from '../../../server/src/service/http/target.js';
import { describeRead } from '../../../server/src/service/http/describe.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { isEqual } from '../../../server/src/core/targeting/state/state.js';
import type { Project } from '../../../server/src/service/http/project.js';
import { projectFor } from '../requests.js';
import { notify, pickMany, typeIn } from '../say.js';
import type { Credentials } from '../push/credentials.js';
import { isBeingEdited } from '../services.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { chooseConfig, configsOfWorkspace } from './chooseConfig.js';
import { createConfig } from './createConfig.js';
import { chooseTarget } from './prompts.js';

interface Context {
  readonly server: LanguageServer;
  readonly credentials: Credentials;
  readonly log: vscode.LogOutputChannel;
}

/** @returns undefined if the person canceled, or after a message that explains why nothing can be pulled */
export async function chooseToggles(context: Context): Promise<EnvironmentFiles | undefined> {
  const { server } = context;
  const configUri = await configOrPlace();
  if (configUri === undefined) return undefined;
  const all = (await placesOf(context, configUri)) ?? [];
  const title = t('Pull Toggles into Files');
  const place = all.length > 1 ? await chooseTarget(all, title, undefined) : all[0];
  const toggles = place && (await tickToggles(context, vscode.Uri.parse(configUri), place));
  if (toggles?.length === 0) void notify('information', t('No toggle is ticked, so no file was created.'));
  if (toggles === undefined || toggles.length === 0) return undefined;
  const found = await filesFor(server, configUri, toggles);
  const environments = found.kind === 'found' ? found.environments : [];
  const chosen = environments.find((other) => isEqual(other.place, place));
  if (chosen === undefined) void notify('error', t('targeting.config.json has changed in the meantime. Pull again.'));
  return chosen;
}

/** Lists the readable environments of the saved config. If the config is missing, helps the person create it. */
async function placesOf(context: Context, configUri: string): Promise<readonly Target[] | undefined> {
  const { server } = context;
  let found = await filesFor(server, configUri, []);
  if (found.kind === 'none') {
    const made = await createConfig(vscode.Uri.joinPath(vscode.Uri.parse(configUri), '..'), context);
    if (made === undefined) return undefined;
    found = await filesFor(server, configUri, []);
  }
  if (found.kind === 'none') return void notify('error', t('There is no targeting.config.json in this workspace.'));
  if (found.kind === 'unusable') return void notify('error', found.reason);
  if (isBeingEdited(found.configUri))
    return void notify('error', t('targeting.config.json has unsaved changes. Save it first.'));
  const places = found.environments.map(({ place }) => place).filter(isReadable);
  if (places.length > 0) return places;
  return void notify(
    'error',
    t('No environment can be read: none in targeting.config.json has "api": "featureprobe".'),
  );
}

/** @returns the URI of a config. If no config was found, the file need not exist: a config above it may apply. */
async function configOrPlace(): Promise<string | undefined> {
  const configs = await configsOfWorkspace();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const places = configs.length > 0 ? configs : folders.map(({ uri }) => vscode.Uri.joinPath(uri, configFileName));
  return (await chooseConfig(places))?.toString();
}

async function filesFor(server: LanguageServer, configUri: string, toggles: readonly string[]): Promise<FilesFor> {
  return server.ask(filesForRequest, { configUri, toggles });
}

/** Lists the service's toggles to tick; if the list cannot be read, the person types keys. */
async function tickToggles(
  context: Context,
  config: vscode.Uri,
  place: Target,
): Promise<readonly string[] | undefined> {
  const reading = await readToggles(context, config, place);
  if (reading === undefined) return undefined;
  const title = t('Pull Toggles into Files: {0}', environmentAtHost(place));
  if (reading.kind === 'failed' || reading.value.items.length === 0) {
    const why =
      reading.kind === 'failed'
        ? describeRead(reading.outcome, place).sentence
        : t('{0} has no toggles that this token may see.', environmentAtHost(place));
    const prompt = t('Keys of toggles in {0}, separated by spaces or commas.', environmentName(place));
    const typed = await typeIn({ title, prompt: sentencesOf([why, prompt]) });
    return typed === undefined ? undefined : keysIn(typed);
  }
  const items = reading.value.items
    .map(({ key, name }) => ({ label: key, ...(name !== key && { description: name }) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const placeHolder = t('Toggles to create files for');
  const picked = await pickMany(items, { title, placeHolder, matchOnDescription: true });
  return picked?.map(({ label }) => label);
}

/** Reads the list of toggles, and asks for a token until the service accepts it. @returns undefined if canceled */
async function readToggles(
  { credentials, log }: Context,
  config: vscode.Uri,
  place: Target,
): Promise<Awaited<ReturnType<Project['toggles']>> | undefined> {
  // The URL of the list of toggles does not depend on the target's toggle, so any key will do.
  const url = targetUrl({ ...place, toggle: 'any' });
  if (url === undefined) return undefined;
  const address = serviceAddressOf(place);
  let token = await credentials.token(address, config);
  while (token !== undefined) {
    const reading = await projectFor(log, { target: place, url, token }).toggles();
    if (reading.kind === 'read') return reading;
    const { sentence, steps } = describeRead(reading.outcome, place);
    if (!steps.includes('replace-token')) return reading;
    token = await credentials.ask(address, sentence);
  }
  return undefined;
}
