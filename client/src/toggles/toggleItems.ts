/** The items of the toggles view, and the files and environments that the items pass to commands. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Drift } from '../../../server/src/service/driftWords.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import type { Said, Toggle } from '../../../server/src/service/toggles/toggleNodes.js';
import { environmentNode, waitingNode } from '../../../server/src/service/toggles/toggleNodes.js';
import type { Waiting } from '../../../server/src/service/toggles/environmentStates.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { Diffs } from '../drift/diffs.js';
import { clickCommand } from '../drift/driftClick.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

/** A toggle with one file, or with a file for each environment. */
export class ToggleItem extends vscode.TreeItem {
  readonly files: Toggle<vscode.Uri>['files'];

  constructor({ files, only }: Pick<Toggle<vscode.Uri>, 'files' | 'only'>, said: Said, isOpen: boolean) {
    const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
    super(said.label, only !== undefined ? None : isOpen ? Expanded : Collapsed);
    show(this, said);
    this.files = files;
    this.id = files[0].toString();
    this.contextValue = files.length > 1 ? 'toggle.files' : 'toggle';
    if (files.length > 1) return;
    const [file] = files;
    // The item gets the colors of the file's problems and Git status.
    this.resourceUri = file;
    this.command = { command: 'vscode.open', title: said.label, arguments: [file] };
  }
}

/** An item that has a file and an environment, so that commands need not ask for them. */
export abstract class PlacedItem extends vscode.TreeItem {
  abstract readonly file: vscode.Uri;
  abstract readonly environment: string;
}

export class EnvironmentItem extends PlacedItem {
  readonly file: vscode.Uri;
  readonly environment: string;

  constructor(file: vscode.Uri, target: Target, drift: Drift) {
    const said = environmentNode(target, drift);
    super(said.label);
    show(this, said);
    this.file = file;
    this.environment = target.environment;
    this.id = JSON.stringify([file.toString(), target.environment]);
    this.contextValue = isReadable(target) ? 'environment.readable' : 'environment';
    this.command = { title: said.label, ...clickCommand(file, target, drift.click) };
  }
}

/** An item above the files. The person must click it before the files can be compared. */
export class WaitingItem extends vscode.TreeItem {
  constructor(waiting: Waiting, isOnly: boolean) {
    const { target, drift, uri } = waiting;
    const said = waitingNode(waiting, isOnly);
    super(said.label);
    show(this, said);
    this.command = { title: said.label, ...clickCommand(vscode.Uri.parse(uri), target, drift.click) };
  }
}

/** An item that shows why a file has no environments; a click leads to the fix. */
export class NoteItem extends vscode.TreeItem {
  constructor(reason: string, command: string, file?: vscode.Uri) {
    super(plain(reason));
    this.tooltip = plain(reason);
    this.iconPath = new vscode.ThemeIcon('info');
    this.command = { command, title: plain(reason), arguments: file === undefined ? [] : [file] };
  }
}

export interface About {
  readonly file?: vscode.Uri;
  readonly environment?: string;
  /** Whether the clicked item is gone: while VS Code redraws an item, it passes nothing to the command. */
  readonly isGone?: true;
  /** The arguments of the command, which are unchecked. */
  readonly args: readonly unknown[];
}

export function aboutOf(diffs: Diffs, args: readonly unknown[]): About {
  const [given, more] = args;
  if (given instanceof PlacedItem) return { args, file: given.file, environment: given.environment };
  if (given instanceof ToggleItem) return { args, file: given.files[0] };
  if (args.length > 0 && (given === undefined || given === null)) return { args, isGone: true };
  if (!(given instanceof vscode.Uri)) return { args };
  if (given.scheme !== Diffs.scheme)
    return { args, file: given, ...(typeof more === 'string' && { environment: more }) };
  const compared = diffs.about(given);
  if (compared === undefined) return { args, isGone: true };
  return { args, file: compared.file, environment: compared.target.environment };
}

export function show(item: vscode.TreeItem, { label, description, tooltip, spoken, icon, color }: Said): void {
  item.description = description;
  item.tooltip = tooltip;
  const parts = [...new Set([label, description, tooltip])].filter((part) => part !== '');
  item.accessibilityInformation = { label: spoken ?? plain(listOf(parts)) };
  if (icon !== '')
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}
