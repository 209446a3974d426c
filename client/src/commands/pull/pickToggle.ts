/** The command that renames a file after an existing toggle if the service does not have the file's own toggle. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import { filesForRequest } from '../../../../server/src/core/protocol.js';
import type { KnownToggle, Target } from '../../../../server/src/core/protocol.js';
import { environmentAtHost } from '../../../../server/src/service/http/target.js';
import { projectFor } from '../../requests.js';
import type { ReportContext } from '../../push/reportPush.js';
import { reportReading } from '../../push/reportPush.js';
import { chooseService, readableTargets, savedTargets } from '../../services.js';
import { notify, pick } from '../../say.js';
import { shownName } from '../../files/shownName.js';

export async function pickToggle(context: ReportContext, file: vscode.Uri, environment?: string): Promise<void> {
  const targets = await readableTargets(context, file, { environment, everywhere: true });
  const opened = await chooseService(context, file, targets, t('Pick Another Toggle'));
  if (opened === undefined) return;
  const reading = await projectFor(context.log, opened).toggles();
  if (reading.kind === 'failed') {
    if (await reportReading(context, file, opened.target, reading.outcome))
      await pickToggle(context, file, environment);
    return;
  }
  const picked = await pickFrom(reading.value.items, opened.target);
  if (picked !== undefined) await rename(context, file, picked.key);
}

async function pickFrom(toggles: readonly KnownToggle[], target: Target): Promise<KnownToggle | undefined> {
  const items = toggles.map((toggle) => ({
    label: toggle.key,
    ...(toggle.name !== toggle.key && { description: toggle.name }),
    toggle,
  }));
  const picked = await pick(items, {
    title: t('Toggles in {0}', environmentAtHost(target)),
    placeHolder: t('The file is renamed after the toggle that you pick. Nothing is sent.'),
    matchOnDescription: true,
  });
  return picked?.toggle;
}

async function rename(context: ReportContext, file: vscode.Uri, toggle: string): Promise<void> {
  const found = await savedTargets(context, file);
  if (found.kind !== 'found') return;
  const { configUri, targets } = found;
  const files = await context.server.ask(filesForRequest, { configUri, toggles: [toggle] });
  // If the file's path names no environment, all environments share the file, so the first target is sufficient.
  const own = targets[0]?.environment;
  const environments = files.kind === 'found' ? files.environments : [];
  const [to] = environments.find(({ place }) => place.environment === own)?.files ?? [];
  if (to === undefined || 'reason' in to) {
    refuse(to?.reason ?? t('targeting.config.json has changed in the meantime.'));
    return;
  }
  const uri = vscode.Uri.parse(to.uri);
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(file, uri);
  if (await vscode.workspace.applyEdit(edit)) await vscode.window.showTextDocument(uri);
  else refuse(t('{0} may already exist.', shownName(uri)));
}

function refuse(reason: string): void {
  void notify('error', t('The file was not renamed: {0}', reason));
}
