/** The status bar item of a targeting file: its environments and the outcome of the last push from this editor. */
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import type { Target, Targets } from '../../server/src/core/protocol.js';
import { targetsRequest } from '../../server/src/core/protocol.js';
import { logged } from './fence.js';
import type { LanguageServer } from './server/languageClient.js';
import { isTargetingFile } from './files/ours.js';
import { outcomeWord } from '../../server/src/service/http/answers/outcomeWord.js';
import { environmentName, environmentAtHost } from '../../server/src/service/http/target.js';
import { timeIn, timeOf } from '../../server/src/service/words/timeOf.js';
import type { LastPush, LastPushes } from './push/lastPushes.js';
import { placeOf, wentTo } from './push/lastPushes.js';
import { reachMilestone } from './milestones.js';
import { statusItem } from './say.js';

export interface StatusBar {
  readonly refresh: () => void;
  readonly dispose: () => void;
}

export function statusBar(server: LanguageServer, lastPushes: LastPushes, log: vscode.LogOutputChannel): StatusBar {
  const item = statusItem('toggleTargeting.target', 'toggleTargeting.showMenu');

  const update = async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isTargetingFile(document)) {
      item.hide();
      return;
    }
    reachMilestone('hasFile');
    if (server.isGivenUp()) {
      item.show('error', t('language server stopped'), [
        t('Nothing is checked, completed or pushed until it runs again.'),
        t('Click for actions.'),
      ]);
      return;
    }
    const uri = document.uri.toString();
    const targets = await server.ask(targetsRequest, { uri });
    if (vscode.window.activeTextEditor?.document !== document) return;
    const last = lastPushes.last(uri);
    if (targets.kind === 'found') reachMilestone('hasConfig');
    const text = [environmentsIn(targets), ...(last === undefined ? [] : [lastPush(targets, last)])].join(' · ');
    item.show(icon(targets, last), text, tooltip(targets, last));
  };
  const refresh = () => {
    update().catch(logged(log));
  };
  const listening = vscode.window.onDidChangeActiveTextEditor(refresh);
  return { refresh, dispose: () => [item, listening].forEach((part) => void part.dispose()) };
}

function environmentsIn(targets: Targets): string {
  switch (targets.kind) {
    case 'none':
      return t('not connected');
    case 'unusable':
      return t('no environment');
    case 'found': {
      const [first, ...others] = targets.targets;
      return others.length === 0
        ? first === undefined
          ? ''
          : environmentName(first)
        : t('{0} environments', others.length + 1);
    }
  }
}

/** The time of the last push, and its environment unless the file has only this environment. */
function lastPush(targets: Targets, last: LastPush): string {
  const all = placesIn(targets);
  const isOne = all.length === 1 && all.every((target) => wentTo(last, target));
  const where = placeOf(last, all);
  const time = timeOf(last.time);
  if (last.outcome === 'ok') return isOne ? t('pushed {0}', time) : t('pushed to {0} {1}', where, time);
  return isOne ? t('last attempt {0}', time) : t('last attempt: {0} {1}', where, time);
}

function icon(targets: Targets, last: LastPush | undefined): string {
  if (targets.kind === 'unusable') return 'warning';
  return last === undefined || last.outcome === 'ok' ? 'cloud-upload' : 'error';
}

function tooltip(targets: Targets, last: LastPush | undefined): readonly string[] {
  return [...where(targets), ...(last === undefined ? [] : [lastTry(targets, last)]), t('Click for actions.')];
}

function lastTry(targets: Targets, last: LastPush): string {
  const name = placeOf(last, placesIn(targets));
  const time = timeIn(last.time);
  return last.outcome === 'ok'
    ? t('Last push from here: {0}, {1}.', name, time)
    : t('Last attempt from here: {0}, {1}, {2}.', name, time, outcomeWord(last.outcome));
}

function placesIn(targets: Targets): readonly Target[] {
  return targets.kind === 'found' ? targets.targets : [];
}

function where(targets: Targets): readonly string[] {
  switch (targets.kind) {
    case 'none':
      return [t('There is no targeting.config.json for this file.')];
    case 'unusable':
      return [targets.reason];
    case 'found':
      return targets.targets.map(environmentAtHost);
  }
}
