/** The commands that show a list of other commands: the menu of the status bar item, *Promote* and *Troubleshoot*. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { outline } from '../../../server/src/core/features/layout/documentSymbol.js';
import { parse } from '../../../server/src/core/json/document.js';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import { obstacleTo } from '../here.js';
import type { LanguageServer } from '../server/languageClient.js';
import { MAX_OUTLINED_LENGTH } from '../pages/outline.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { pick } from '../say.js';

/** Without `args`, the command is one of ours, and gets the arguments of `choose`. */
type Entry = readonly [icon: string, label: string, command: string, description?: string, args?: readonly unknown[]];

export async function showMenu(server: LanguageServer): Promise<void> {
  const uri = openTargetingFile()?.toString();
  const targets = uri === undefined || server.isGivenUp() ? undefined : await server.ask(targetsRequest, { uri });
  await choose('Toggle Targeting', [
    ...(server.isGivenUp() ? [restart()] : []),
    // Without a config, the commands below cannot work.
    ...(targets?.kind === 'none' ? [configure()] : []),
    ['cloud-upload', t('Push…'), 'push'],
    ['diff', t('Show Diff'), 'showDiff'],
    ['desktop-download', t('Pull…'), 'pull'],
    ['history', t('Show History…'), 'showHistory'],
    ['arrow-swap', t('Promote to Other Environments…'), 'promote'],
    ['split-horizontal', t('Compare Environments…'), 'compareEnvironments'],
    ['new-file', t('New Targeting File…'), 'newFile'],
    ['files', t('Pull Toggles into Files…'), 'pullToggles'],
    ...(uri === undefined ? [] : await lensesAtCursor()),
    ['tools', t('Troubleshoot…'), 'troubleshoot'],
  ]);
}

export async function promote(...about: readonly [file: vscode.Uri, environment?: string]): Promise<void> {
  if (about[1] !== undefined) return vscode.commands.executeCommand('toggleTargeting.promoteLive', ...about);
  const change = t('Promote This Change to the Files of Other Environments…');
  const live = t('Promote the Live Version to Another Environment…');
  const entries = [['files', change, 'promoteChange'] as const, ['cloud-upload', live, 'promoteLive'] as const];
  await choose(t('Promote to Other Environments…'), entries, about);
}

export async function troubleshoot(): Promise<void> {
  const refused: Entry = ['question', t('Why Was This Refused?'), 'whyRefused'];
  await choose(t('Troubleshoot…'), [
    ...(openTargetingFile() === undefined ? [] : [refused]),
    configure(),
    ['key', t('Manage Access Tokens'), 'manageTokens'],
    ['output', t('Show Log'), 'showLog'],
    restart(),
  ]);
}

/** The links above the first line, and above the rule, variation or default of which the cursor is on any line. */
async function lensesAtCursor(): Promise<readonly Entry[]> {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (document === undefined || document.getText().length > MAX_OUTLINED_LENGTH) return [];
  const sections = outline(parse(document.getText()));
  const parts = sections.flatMap((section) => (section.children?.length ? section.children : [section]));
  const has = ({ range }: (typeof parts)[number], line = 0) => range.start.line <= line && line <= range.end.line;
  const part = parts.find((each) => has(each, selection?.active.line));
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
  const entries = all.flatMap(({ range: { start }, command: click }): Entry[] => {
    const name = part !== undefined && has(part, start.line) ? part.name : '';
    if (click === undefined || click.command === '' || (start.line > 0 && name === '')) return [];
    // Our own icons are followed by a no-break space.
    const label = click.title.replaceAll(/\$\(\w+\)\u00A0/g, '');
    return [['eye', label, click.command, name, click.arguments ?? []]];
  });
  const settings = ['workbench.action.openSettings', '', ['@id:toggleTargeting.lenses']] as const;
  return [...entries, ['settings', t('Choose Lenses…'), ...settings]];
}

const configure = (): Entry => ['settings-gear', t('Open or Create targeting.config.json'), 'configure'];
const restart = (): Entry => ['debug-restart', t('Restart Language Server'), 'restartServer'];

/** @param args the arguments of the chosen command; without arguments, the command uses the active file */
async function choose(title: string, entries: readonly Entry[], args: readonly unknown[] = []): Promise<void> {
  const obstacles = await Promise.all(entries.map(([, , command]) => obstacleTo(command)));
  const possible = entries.filter((_, index) => obstacles[index] === undefined);
  const items = possible.map(([icon, label, command, description = '', given]) => {
    const [name, all] = given === undefined ? [`toggleTargeting.${command}`, args] : [command, given];
    return { icon, label, description, run: () => vscode.commands.executeCommand(name, ...all) };
  });
  await (await pick(items, { title }))?.run();
}
