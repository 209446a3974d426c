/** Pulls the live versions of toggles into new files. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { EnvironmentFiles } from '../../../../server/src/core/protocol.js';
import { newFileRequest } from '../../../../server/src/core/protocol.js';
import { exists } from '../../files/createFile.js';
import { logged } from '../../fence.js';
import type { PushContext } from '../../push/pushPorts.js';
import { counted } from '../../progress.js';
import type { TogglePorts } from '../../../../server/src/service/pull/pullToggles.js';
import { pullToggles } from '../../../../server/src/service/pull/pullToggles.js';
import { readLive } from '../../../../server/src/service/http/service.js';
import {
  environmentName,
  targetName,
  targetUrl,
  serviceAddressOf,
} from '../../../../server/src/service/http/target.js';
import { normalised } from '../../../../server/src/core/targeting/state/state.js';
import { backgroundServiceFor } from '../../requests.js';
import { withProgress } from '../../say.js';
import { reportToggles } from './reportToggles.js';

export async function pullInto(context: PushContext, wanted: EnvironmentFiles): Promise<void> {
  const { place, files } = wanted;
  const uris = files.flatMap((file) => ('uri' in file ? [vscode.Uri.parse(file.uri)] : []));
  const token = await context.credentials.token(serviceAddressOf(place), ...uris);
  if (token === undefined) return;
  const title = t('Pulling from {0}', environmentName(place));
  const results = await withProgress(title, new AbortController(), (report, signal) =>
    pullToggles(ports(context, token, { signal, done: counted(report, files.length) }), place, files),
  );
  // Not awaited: the notification stays open until the person dismisses it.
  void reportToggles(context, place, results)
    .then((again) => (again ? pullInto(context, wanted) : undefined))
    .catch(logged(context.log));
}

function ports(
  { server, memoryStore, log }: PushContext,
  token: string,
  { signal, done }: { readonly signal: AbortSignal; readonly done: () => void },
): TogglePorts {
  const pathOf = (uri: string) => vscode.Uri.parse(uri).fsPath;
  return {
    exists: (uri) => exists(vscode.Uri.parse(uri)),
    read: async (target) => {
      const url = targetUrl(target);
      if (url !== undefined) return readLive(backgroundServiceFor(log, { target, url, token }, signal));
      const reason = t('{0} is not an address: a key or the base URL is wrong.', targetName(target));
      return { kind: 'failed', outcome: { kind: 'stopped-here', reason } };
    },
    create: async (uri, state) => {
      const body = JSON.stringify(normalised(state));
      const text = await server.ask(newFileRequest, { body });
      try {
        await mkdir(path.dirname(pathOf(uri)), { recursive: true });
        await writeFile(pathOf(uri), text, { flag: 'wx' });
        return 'created';
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'exists';
        // If the disk is full, the write may leave a partial file.
        await rm(pathOf(uri), { force: true }).catch(logged(log));
        return { reason: t('its file could not be written: {0}', String(error)) };
      }
    },
    remember: (uri, target, base) => memoryStore.set(vscode.Uri.parse(uri).toString(), target, base),
    now: Date.now,
    isCanceled: () => signal.aborted,
    done,
  };
}
