/**
 * The one way to people: every notification, question, box, list, progress and status bar item. What stands in their texts may
 * be someone else's, of a repository or a service, so it is made harmless and short here; icons and the line ends of a question
 * are ours alone. What is asked and told is decided elsewhere. A lint rule forbids the editor's own calls outside of this file.
 */
import * as vscode from 'vscode';
import { belowBox, inList, inNotification, linesOf, plain } from '../../server/src/service/words/harmless.js';

type Level = 'information' | 'warning' | 'error';

/** Button titles, and the answer of each. */
type Buttons<T> = Readonly<Record<string, T>>;

/** A notification. @returns what the pressed button stands for */
export async function notify<const T>(
  level: Level,
  sentence: string,
  buttons: Buttons<T> = {},
): Promise<T | undefined> {
  return shown(level, inNotification(sentence), {}, buttons);
}

/** A question that has to be answered. @returns what the pressed button stands for; undefined for Cancel */
export async function ask<const T>(
  level: Level,
  question: { readonly title: string; readonly lines: readonly string[] },
  buttons: Buttons<T>,
): Promise<T | undefined> {
  return shown(level, plain(question.title), { modal: true, detail: linesOf(question.lines) }, buttons);
}

async function shown<T>(
  level: Level,
  text: string,
  options: vscode.MessageOptions,
  buttons: Buttons<T>,
): Promise<T | undefined> {
  // Two ampersands would mark a letter.
  const items = Object.entries(buttons).map(([title, answer]) => ({
    title: plain(title).replaceAll('&&', '& &'),
    answer,
  }));
  switch (level) {
    case 'information':
      return (await vscode.window.showInformationMessage(text, options, ...items))?.answer;
    case 'warning':
      return (await vscode.window.showWarningMessage(text, options, ...items))?.answer;
    case 'error':
      return (await vscode.window.showErrorMessage(text, options, ...items))?.answer;
  }
}

export interface Box extends Pick<vscode.InputBoxOptions, 'value' | 'password'> {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string;
  /** What is wrong with what is typed. */
  readonly problem?: (typed: string) => string | undefined;
}

/** @returns undefined when the person left */
export function typeIn({ title, prompt, placeHolder = '', problem, ...box }: Box): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    ...box,
    title: plain(title),
    prompt: belowBox(prompt),
    placeHolder: plain(placeHolder),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const wrong = problem?.(value);
      return wrong === undefined ? undefined : belowBox(wrong);
    },
  });
}

export interface Entry {
  /** Of the editor's icons, by its name. */
  readonly icon?: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

type List = Pick<vscode.QuickPickOptions, 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'> & {
  readonly title: string;
  readonly placeHolder?: string;
};

/** @returns undefined when the person left */
export async function pick<T extends Entry>(
  entries: readonly T[],
  { title, placeHolder = '', ...list }: List,
): Promise<T | undefined> {
  const items = entries.map((entry) => ({ ...itemOf(entry), entry }));
  const options = { ...list, title: plain(title), placeHolder: plain(placeHolder) };
  return (await vscode.window.showQuickPick(items, options))?.entry;
}

/** @returns those that were ticked; undefined when the person left */
export async function pickMany<T extends Entry & { readonly picked?: boolean }>(
  entries: readonly T[],
  { title, placeHolder = '', ...list }: List,
): Promise<readonly T[] | undefined> {
  const items = entries.map((entry) => ({ ...itemOf(entry), picked: entry.picked ?? false, entry }));
  const options = { ...list, title: plain(title), placeHolder: plain(placeHolder), ignoreFocusOut: true };
  const picked = await vscode.window.showQuickPick(items, { ...options, canPickMany: true });
  return picked?.map(({ entry }) => entry);
}

/** A list whose entries come bit by bit, each as `itemOf` makes it. */
export function createPick<T extends vscode.QuickPickItem>(title: string, placeholder: string): vscode.QuickPick<T> {
  const list = vscode.window.createQuickPick<T>();
  return Object.assign(list, { title: plain(title), placeholder: plain(placeholder) });
}

export function itemOf({ icon, label, description, detail }: Entry): vscode.QuickPickItem {
  return {
    // An icon in the text would be read aloud by its name.
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    label: inList(label),
    ...(description !== undefined && { description: inList(description) }),
    ...(detail !== undefined && { detail: inList(detail) }),
  };
}

export type Report = (step: { readonly increment: number; readonly message: string }) => void;

/** A notification of what is under way, which can be cancelled. */
export function withProgress<T>(
  title: string,
  cancel: AbortController,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: inNotification(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, cancellation) => {
    cancellation.onCancellationRequested(() => cancel.abort());
    return work((step) => progress.report(step), cancel.signal);
  });
}

export interface StatusItem {
  readonly show: (icon: string, text: string, tooltip: readonly string[]) => void;
  readonly hide: () => void;
  readonly dispose: () => void;
}

/** At the right of the status bar. */
export function statusItem(id: string, command: string): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, 90);
  item.name = 'Toggle Targeting';
  item.command = command;
  return {
    show: (icon, text, tooltip) => {
      item.text = `$(${icon}) ${inList(text)}`;
      item.tooltip = linesOf(tooltip);
      item.accessibilityInformation = { label: plain([text, ...tooltip].join(', ')), role: 'button' };
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}

/** The title of a tab, or the name of a document that is no file. */
export function tabName(name: string): string {
  return plain(name);
}
