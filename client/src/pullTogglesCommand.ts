/** The command that makes files of toggles: asks where from and which, and writes them. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { EnvironmentFiles, FilesFor, Target } from '../../server/src/protocol.js';
import { filesForRequest, newFileRequest } from '../../server/src/protocol.js';
import type { PushContext } from './guardPorts.js';
import { chooseTarget } from './prompts.js';
import type { TogglePorts, ToggleResult } from './push/pullToggles.js';
import { keysIn, pullToggles } from './push/pullToggles.js';
import { served } from './push/service.js';
import { normalised, same } from './push/state.js';
import { originOf, targetName, targetUrl } from './push/target.js';
import { reachWithin } from './reach.js';
import { withoutLinks } from './reportPush.js';
import { reportToggles } from './reportToggles.js';
import { isReadable } from './services.js';

export async function pullTogglesCommand(context: PushContext): Promise<void> {
  const wanted = await choose(context);
  if (wanted === undefined) return;
  if ('reason' in wanted) {
    void vscode.window.showErrorMessage(withoutLinks(wanted.reason));
    return;
  }
  const token = await context.credentials.token(originOf(wanted.place));
  if (token === undefined) return;
  await reportToggles(context.log, await pullAll(context, wanted, token));
}

/** Which toggles of which environment; undefined when the person left. */
async function choose(context: PushContext): Promise<EnvironmentFiles | { readonly reason: string } | undefined> {
  if (!vscode.workspace.isTrusted)
    return { reason: vscode.l10n.t('Nothing is sent from a workspace that you have not trusted.') };
  const configUri = await chooseConfig();
  if (configUri === undefined) return undefined;
  const all = await placesOf(context, configUri);
  if (!Array.isArray(all)) return all;
  const title = vscode.l10n.t('Pull Toggles into Files');
  const place = all.length > 1 ? await chooseTarget(all, title, undefined) : all[0];
  const toggles = place && keysIn((await askKeys(title, place.environment)) ?? '');
  if (toggles === undefined || toggles.length === 0) return undefined;
  const found = await filesFor(context, configUri, toggles);
  const environments = found.kind === 'found' ? found.environments : [];
  return (
    environments.find((other) => same(other.place, place)) ?? {
      reason: vscode.l10n.t('targeting.config.json has changed meanwhile. Pull again.'),
    }
  );
}

/** The environments that can be read, as the config is saved, or why there is none. */
async function placesOf(context: PushContext, configUri: string): Promise<Target[] | { readonly reason: string }> {
  const found = await filesFor(context, configUri, []);
  if (found.kind === 'none') return { reason: vscode.l10n.t('There is no targeting.config.json in this workspace.') };
  if (found.kind === 'unusable') return found;
  const isEdited = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === found.configUri,
  );
  if (isEdited) return { reason: vscode.l10n.t('targeting.config.json has unsaved changes. Save it first.') };
  const places = found.environments.map(({ place }) => place).filter(isReadable);
  const reason = vscode.l10n.t(
    'No environment can be read: targeting.config.json has none with "api": "featureprobe".',
  );
  return places.length > 0 ? places : { reason };
}

/** The one config of the workspace, or of those the one that the person picks; the one above the workspace where there is none. */
async function chooseConfig(): Promise<string | undefined> {
  const name = 'targeting.config.json';
  const configs = await vscode.workspace.findFiles(`**/${name}`, '**/node_modules/**', 1000);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const uris = configs.length > 0 ? configs : folders.map(({ uri }) => vscode.Uri.joinPath(uri, name));
  if (uris.length < 2) return uris[0]?.toString();
  const items = uris
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri: uri.toString() }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which targeting.config.json?') });
  return picked?.uri;
}

async function filesFor({ server }: PushContext, configUri: string, toggles: readonly string[]): Promise<FilesFor> {
  return (await server.client()).sendRequest(filesForRequest, { configUri, toggles });
}

function askKeys(title: string, environment: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Keys of toggles in {0}, with blanks or commas between them.', environment),
    ignoreFocusOut: true,
  });
}

async function pullAll(
  context: PushContext,
  { place, files }: EnvironmentFiles,
  token: string,
): Promise<readonly ToggleResult[]> {
  const title = withoutLinks(vscode.l10n.t('Pulling from {0}', place.environment));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => abort.abort());
    const all = files.length;
    let count = 0;
    const done = () => {
      count += 1;
      progress.report({ increment: 100 / all, message: vscode.l10n.t('{0} of {1}', count, all) });
    };
    return pullToggles(ports(context, token, { signal: abort.signal, done }), place, files);
  });
}

function ports(
  { server, bases, log }: PushContext,
  token: string,
  { signal, done }: { readonly signal: AbortSignal; readonly done: () => void },
): TogglePorts {
  const pathOf = (uri: string) => vscode.Uri.parse(uri).fsPath;
  return {
    exists: (uri) =>
      stat(pathOf(uri)).then(
        () => true,
        () => false,
      ),
    read: async (target) => {
      const url = targetUrl(target);
      if (url !== undefined) return served(reachWithin(log, { target, url, token }, signal));
      const reason = vscode.l10n.t('{0} is no address: a key or the base URL is wrong.', targetName(target));
      return { kind: 'failed', outcome: { kind: 'refused', reason } };
    },
    create: async (uri, state) => {
      const body = JSON.stringify(normalised(state));
      const text = await (await server.client()).sendRequest(newFileRequest, { body });
      try {
        await mkdir(path.dirname(pathOf(uri)), { recursive: true });
        await writeFile(pathOf(uri), text, { flag: 'wx' });
        return 'created';
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'exists';
        return { reason: vscode.l10n.t('its file could not be written: {0}', String(error)) };
      }
    },
    remember: (uri, target, base) =>
      bases
        .set(vscode.Uri.parse(uri).toString(), target, base)
        .catch((error: unknown) => log.error(error instanceof Error ? error : String(error))),
    now: Date.now,
    isCancelled: () => signal.aborted,
    done,
  };
}
