/** Reports or logs unexpected errors with their stack, so that no error is swallowed. */
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import { notify } from './say.js';

type Log = Pick<vscode.LogOutputChannel, 'error'>;

/** An error whose notification has a button that runs a command. */
export class ActionableError extends Error {
  constructor(
    message: string,
    readonly button: string,
    readonly command: string,
  ) {
    super(message);
  }
}

/** Runs work that the person waits for, and shows its error. Never rejects. */
export async function fenced(log: Log, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    logged(log)(error);
    // Not awaited: the notification stays open until the person dismisses it.
    void showError(error);
  }
}

async function showError(error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const buttons = error instanceof ActionableError ? { [error.button]: error.command } : {};
  const command = await notify('error', t('Toggle Targeting failed: {0}', reason), buttons);
  if (command !== undefined) await vscode.commands.executeCommand(command);
}

/** @returns a function that logs the error of background work; pass it to `catch` */
export function logged(log: Log): (error: unknown) => void {
  return (error) => log.error(error instanceof Error ? error : String(error));
}
