/** Finds and opens readable environments for commands that read from a service, such as pull, history and promote. */
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import type { Target, Targets, TargetsParams } from '../../server/src/core/protocol.js';
import { targetsRequest } from '../../server/src/core/protocol.js';
import type { LanguageServer } from './server/languageClient.js';
import type { LastPush } from './push/lastPushes.js';
import { openConfig } from './files/openConfig.js';
import { environmentsToCompare } from '../../server/src/service/driftWords.js';
import type { Access, Service } from '../../server/src/service/http/service.js';
import { isReadable } from '../../server/src/service/http/service.js';
import { inEnvironment, serviceAddressOf, targetName, targetUrl } from '../../server/src/service/http/target.js';
import { chooseTarget } from './questions/prompts.js';
import { serviceFor } from './requests.js';
import type { ReportContext } from './push/reportPush.js';
import { notify } from './say.js';

export interface OpenService extends Access {
  readonly service: Service;
}

/** `everywhere` includes all environments of the config. `environment` is the name of the only environment to find. */
interface Scope extends Pick<TargetsParams, 'everywhere'> {
  readonly environment?: string | undefined;
}

/** Finds the targets of a file according to the saved configs. */
export async function savedTargets(
  { server, protection }: Pick<ReportContext, 'server' | 'protection'>,
  file: vscode.Uri,
  { environment, ...scope }: Scope = {},
): Promise<Targets> {
  const uri = file.toString();
  const targets = await server.ask(targetsRequest, { uri, fresh: true, ...scope });
  if (targets.kind !== 'found') return targets;
  const { configUri } = targets;
  if (!isBeingEdited(configUri)) return protection.of(inEnvironment(targets, environment));
  const reason = t('targeting.config.json has unsaved changes. Save it first.');
  return { kind: 'unusable', configUri, reason };
}

/** Whether the config has unsaved changes, which take effect only once they are saved. */
export function isBeingEdited(configUri: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === configUri);
}

/** @returns the targets that may be read in the background. Shows no message. */
export async function targetsToRead(
  server: LanguageServer,
  { uri }: Pick<vscode.TextDocument, 'uri'>,
): Promise<ReturnType<typeof environmentsToCompare>> {
  return readInBackground(await server.ask(targetsRequest, { uri: uri.toString() }));
}

export function readInBackground(targets: Targets): ReturnType<typeof environmentsToCompare> {
  if (targets.kind !== 'found' || isBeingEdited(targets.configUri)) return environmentsToCompare([]);
  return environmentsToCompare(
    targets.targets.filter((target) => isReadable(target) && targetUrl(target) !== undefined),
  );
}

/** @returns the targets whose service can be read. If the list is empty, a message is shown. */
export async function readableTargets(
  context: ReportContext,
  file: vscode.Uri,
  scope: Scope = {},
): Promise<readonly Target[]> {
  const none = async (reason: string): Promise<readonly Target[]> => {
    await refuse(context, file, reason);
    return [];
  };
  const targets = await savedTargets(context, file, scope);
  if (targets.kind === 'unusable') return none(targets.reason);
  const readable = targets.kind === 'found' ? targets.targets.filter(isReadable) : [];
  if (readable.length > 0) return readable;
  return none(
    t('No environment of this file can be read: none in its targeting.config.json has "api": "featureprobe".'),
  );
}

/** Asks for the target and the token if needed. @returns undefined if the person canceled or the address is invalid */
export async function chooseService(
  context: ReportContext,
  file: vscode.Uri,
  targets: readonly Target[],
  title: string,
  last?: LastPush,
): Promise<OpenService | undefined> {
  const target = targets.length > 1 ? await chooseTarget(targets, title, last) : targets[0];
  return target && openService(context, file, target);
}

/** Asks for the token if needed. @returns undefined if the person canceled or the address is invalid */
export async function openService(
  context: ReportContext,
  file: vscode.Uri,
  target: Target,
): Promise<OpenService | undefined> {
  const url = targetUrl(target);
  if (url === undefined) {
    const reason = t('{0} is not an address: a key or the base URL is wrong.', targetName(target));
    void notify('error', reason);
    return undefined;
  }
  const token = await context.credentials.token(serviceAddressOf(target), file);
  if (token === undefined) return undefined;
  const access = { target, url, token };
  return { ...access, service: serviceFor(context.log, access) };
}

export async function refuse(context: ReportContext, file: vscode.Uri, reason: string): Promise<void> {
  if (await notify('error', reason, { [t('Open Config')]: true })) await openConfig(context, file);
}
