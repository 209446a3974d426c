/** The tree of *Who Gets What*: results, their users, and the steps that led to each user's result. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Range } from 'vscode-languageserver-types';
import type { ReasonStep, UserGets } from '../../../server/src/core/protocol.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../files/ranges.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

/** An item for a variation or another result, with its users. */
export class ResultItem extends vscode.TreeItem {
  constructor(
    file: vscode.Uri,
    gets: string,
    readonly users: readonly UserItem[],
  ) {
    super(plain(gets), vscode.TreeItemCollapsibleState.Expanded);
    this.id = JSON.stringify([file.toString(), 'result', gets]);
    this.description = String(users.length);
    const count = users.length === 1 ? t('1 user') : t('{0} users', users.length);
    this.tooltip = plain(t('{0}: {1}', gets, count));
    this.accessibilityInformation = { label: this.tooltip };
  }
}

export class UserItem extends vscode.TreeItem {
  readonly user: string;

  constructor(
    readonly file: vscode.Uri,
    gets: UserGets,
  ) {
    super(plain(gets.name), vscode.TreeItemCollapsibleState.Collapsed);
    this.user = gets.name;
    this.id = JSON.stringify([file.toString(), gets.isAsked, gets.name]);
    const what = gets.earlier === undefined ? gets.gets : `${gets.earlier} → ${gets.gets}`;
    const isOther = gets.earlier !== undefined;
    this.description = plain(isOther ? t('{0} (was {1})', gets.by, gets.earlier) : gets.by);
    this.iconPath = new vscode.ThemeIcon(
      isOther ? 'arrow-swap' : gets.isSeen ? 'broadcast' : gets.isAsked ? 'person-add' : 'person',
      isOther ? new vscode.ThemeColor('gitDecoration.modifiedResourceForeground') : undefined,
    );
    this.contextValue = gets.isAsked ? 'asked' : gets.isSeen ? 'seen' : 'user';
    const sentences = gets.sdks.map((words) => t('SDKs with a different result: {0}', words));
    if (gets.sdks.length > 0) this.description += ` ⚠`;
    this.tooltip = plain([t('{0}: {1}', gets.name, what), gets.by, ...sentences].join('\n'));
    this.accessibilityInformation = { label: plain(listOf([gets.name, what, gets.by, ...sentences])) };
    show(this, file, gets.range);
  }
}

export class StepItem extends vscode.TreeItem {
  readonly steps: readonly ReasonStep[];

  constructor(
    readonly file: vscode.Uri,
    readonly parent: string,
    index: number,
    step: ReasonStep,
  ) {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const isDecisive = step.state === 'holds' || step.state === 'depends';
    super(plain(step.words), step.steps.length === 0 ? None : isDecisive ? Expanded : Collapsed);
    this.id = `${parent}/${index}`;
    this.steps = step.steps;
    this.description = plain(step.detail);
    const { icon, color, spoken } = looks()[step.state];
    this.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
    this.tooltip = plain([t('{0}: {1}', spoken, step.words), step.detail].filter((line) => line !== '').join('\n'));
    this.accessibilityInformation = { label: plain(listOf([spoken, step.words, step.detail])) };
    show(this, file, step.range);
  }
}

/** An item with a notice, such as why nobody gets a value. */
export class SaidItem extends vscode.TreeItem {
  constructor(file: vscode.Uri, words: string, range: Range | undefined) {
    super(plain(words));
    this.tooltip = plain(words);
    this.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    show(this, file, range);
  }
}

const looks = () => ({
  holds: { icon: 'pass', color: 'testing.iconPassed', spoken: t('holds') },
  fails: { icon: 'close', color: 'disabledForeground', spoken: t('does not hold') },
  depends: { icon: 'question', color: 'list.warningForeground', spoken: t('it depends') },
  unreached: { icon: 'circle-outline', color: 'disabledForeground', spoken: t('not reached') },
});

function show(item: vscode.TreeItem, file: vscode.Uri, range: Range | undefined): void {
  if (range === undefined) return;
  const { start } = rangeOf(range);
  const at = new vscode.Range(start, start);
  item.command = {
    command: 'vscode.open',
    title: t('Go There'),
    arguments: [file, { selection: at, preserveFocus: true } satisfies vscode.TextDocumentShowOptions],
  };
}
