/** The environments of a file whose service can be read, for the commands that read: pull, history, diff, promote. */
import * as vscode from 'vscode';
import type { Target, Targets, TargetsParams } from '../../server/src/core/protocol.js';
import { targetsRequest } from '../../server/src/core/protocol.js';
import type { LanguageServer } from './server/languageClient.js';
import type { LastPush } from './push/lastPushes.js';
import { openConfig } from './files/openConfig.js';
import { lookedAt } from '../../server/src/service/drift.js';
import type { Access, Service } from '../../server/src/service/http/service.js';
import { isReadable } from '../../server/src/service/http/service.js';
import { inEnvironment, serviceAddressOf, targetName, targetUrl } from '../../server/src/service/http/target.js';
import { chooseTarget } from './questions/prompts.js';
import { serviceFor } from './requests.js';
import type { ReportContext } from './push/reportPush.js';
import { notify } from './say.js';

/** A toggle in an environment, and how to reach it. */
export interface OpenService extends Access {
  readonly service: Service;
}

/** Every environment of a file's config, not only those that it goes to; or the one of a name, where a command was told one. */
interface Scope extends Pick<TargetsParams, 'everywhere'> {
  readonly environment?: string | undefined;
}

/** Where a file goes, by the configs as they are saved. */
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
  const reason = vscode.l10n.t('targeting.config.json has unsaved changes. Save it first.');
  return { kind: 'unusable', configUri, reason };
}

/** A config that is being edited decides nothing before it is saved. */
export function isBeingEdited(configUri: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === configUri);
}

/** Those that may be looked at in the background; none without a word. */
export async function targetsToRead(
  server: LanguageServer,
  { uri }: Pick<vscode.TextDocument, 'uri'>,
): Promise<ReturnType<typeof lookedAt>> {
  return readInBackground(await server.ask(targetsRequest, { uri: uri.toString() }));
}

export function readInBackground(targets: Targets): ReturnType<typeof lookedAt> {
  if (targets.kind !== 'found' || isBeingEdited(targets.configUri)) return lookedAt([]);
  return lookedAt(targets.targets.filter((target) => isReadable(target) && targetUrl(target) !== undefined));
}

/** Those whose service can be read; none after the reason was told. */
export async function readableTargets(
  context: ReportContext,
  file: vscode.Uri,
  scope: Scope = {},
): Promise<readonly Target[]> {
  const none = async (reason: string): Promise<readonly Target[]> => {
    await refuse(context, file, reason);
    return [];
  };
  if (!vscode.workspace.isTrusted)
    return none(vscode.l10n.t('Nothing is sent from a workspace that you have not trusted.'));
  const targets = await savedTargets(context, file, scope);
  if (targets.kind === 'unusable') return none(targets.reason);
  const readable = targets.kind === 'found' ? targets.targets.filter(isReadable) : [];
  if (readable.length > 0) return readable;
  return none(
    vscode.l10n.t(
      'No environment of this file can be read: its targeting.config.json has none with "api": "featureprobe".',
    ),
  );
}

/** Lets the person choose where there are several, and asks for a token where there is none; undefined when they left. */
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

/** Asks for a token where there is none; undefined when the person left, or there is no address. */
export async function openService(
  context: ReportContext,
  file: vscode.Uri,
  target: Target,
): Promise<OpenService | undefined> {
  const url = targetUrl(target);
  if (url === undefined) {
    const reason = vscode.l10n.t('{0} is not an address: a key or the base URL is wrong.', targetName(target));
    void notify('error', reason);
    return undefined;
  }
  const token = await context.credentials.token(serviceAddressOf(target), file);
  if (token === undefined) return undefined;
  const access = { target, url, token };
  return { ...access, service: serviceFor(context.log, access) };
}

/** Tells why there is nothing to do, and leads to the config that says where the file goes. */
export async function refuse(context: ReportContext, file: vscode.Uri, reason: string): Promise<void> {
  if (await notify('error', reason, { [vscode.l10n.t('Open Config')]: true })) await openConfig(context, file);
}
