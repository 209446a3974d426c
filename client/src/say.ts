/**
 * Shows all user-facing messages; a lint rule forbids the editor's own message functions elsewhere. Text from a
 * repository or service is sanitized and shortened. Only our own code sets icons and the line breaks of questions.
 */
import * as vscode from 'vscode';
import { belowBox, inList, inNotification, linesOf, plain } from '../../server/src/service/words/harmless.js';
import { listOf } from '../../server/src/core/targeting/joined.js';

type Level = 'information' | 'warning' | 'error';

/** The value that each button returns, by the button's title. */
type Buttons<T> = Readonly<Record<string, T>>;

/** @returns the value of the pressed button; undefined if the notification was dismissed */
export async function notify<const T>(
  level: Level,
  sentence: string,
  buttons: Buttons<T> = {},
): Promise<T | undefined> {
  return shown(level, inNotification(sentence), {}, buttons);
}

/**
 * Shows a modal question. @returns the value of the pressed button; undefined if the person canceled
 * @param escape the title of the button that the Escape key presses instead of Cancel
 */
export async function ask<const T>(
  level: Level,
  question: { readonly title: string; readonly lines: readonly string[] },
  buttons: Buttons<T>,
  escape?: string,
): Promise<T | undefined> {
  return shown(level, plain(question.title), { modal: true, detail: linesOf(question.lines) }, buttons, escape);
}

async function shown<T>(
  level: Level,
  text: string,
  options: vscode.MessageOptions,
  buttons: Buttons<T>,
  escape?: string,
): Promise<T | undefined> {
  // VS Code treats `&&` as a mnemonic marker.
  const items = Object.entries(buttons).map(([title, answer]) => ({
    title: plain(title).replaceAll('&&', '& &'),
    isCloseAffordance: title === escape,
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
  /** @returns the error in the typed text; undefined if the text is valid */
  readonly problem?: (typed: string) => string | undefined;
}

/** @returns undefined if the person canceled */
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
  /** The name of one of the editor's icons (codicons). */
  readonly icon?: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

type List = Pick<vscode.QuickPickOptions, 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'> & {
  readonly title: string;
  readonly placeHolder?: string;
};

/** @returns undefined if the person canceled */
export async function pick<T extends Entry>(
  entries: readonly T[],
  { title, placeHolder = '', ...list }: List,
): Promise<T | undefined> {
  const items = entries.map((entry) => ({ ...itemOf(entry), entry }));
  const options = { ...list, title: plain(title), placeHolder: plain(placeHolder) };
  return (await vscode.window.showQuickPick(items, options))?.entry;
}

/** @returns the ticked entries; undefined if the person canceled */
export async function pickMany<T extends Entry & { readonly picked?: boolean }>(
  entries: readonly T[],
  { title, placeHolder = '', ...list }: List,
): Promise<readonly T[] | undefined> {
  const items = entries.map((entry) => ({ ...itemOf(entry), picked: entry.picked ?? false, entry }));
  const options = { ...list, title: plain(title), placeHolder: plain(placeHolder), ignoreFocusOut: true };
  const picked = await vscode.window.showQuickPick(items, { ...options, canPickMany: true });
  return picked?.map(({ entry }) => entry);
}

/** @returns an empty list; the caller adds items from `itemOf` to the list in batches */
export function createPick<T extends vscode.QuickPickItem>(title: string, placeholder: string): vscode.QuickPick<T> {
  const list = vscode.window.createQuickPick<T>();
  return Object.assign(list, { title: plain(title), placeholder: plain(placeholder) });
}

export function itemOf({ icon, label, description, detail }: Entry): vscode.QuickPickItem {
  return {
    // The icon is not part of the label, because a screen reader would read its name aloud.
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    label: inList(label),
    ...(description !== undefined && { description: inList(description) }),
    ...(detail !== undefined && { detail: inList(detail) }),
  };
}

export type Report = (step: { readonly increment: number; readonly message: string }) => void;

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

export function statusItem(id: string, command: string): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, 90);
  item.name = 'Toggle Targeting';
  item.command = command;
  return {
    show: (icon, text, tooltip) => {
      item.text = `$(${icon}) ${inList(text)}`;
      item.tooltip = linesOf(tooltip);
      item.accessibilityInformation = { label: plain(listOf([text, ...tooltip])), role: 'button' };
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}

export function tabName(name: string): string {
  return plain(name);
}
