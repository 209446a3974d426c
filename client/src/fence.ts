/** What went wrong and is nobody's doing but ours or the machine's: said or logged with its stack, never swallowed. */
import * as vscode from 'vscode';
import { notify } from './say.js';

type Log = Pick<vscode.LogOutputChannel, 'error'>;

/** Where a command helps: it becomes a button beside what is said. */
export class ActionableError extends Error {
  constructor(
    message: string,
    readonly button: string,
    readonly command: string,
  ) {
    super(message);
  }
}

/** For what the person waits for. Never rejects. */
export async function fenced(log: Log, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    logged(log)(error);
    // Not awaited: a notification stays for as long as the person likes.
    void tell(error);
  }
}

async function tell(error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const buttons = error instanceof ActionableError ? { [error.button]: error.command } : {};
  const command = await notify('error', vscode.l10n.t('Toggle Targeting failed: {0}', reason), buttons);
  if (command !== undefined) await vscode.commands.executeCommand(command);
}

/** For what nobody waits for, as the argument of `catch`. */
export function logged(log: Log): (error: unknown) => void {
  return (error) => log.error(error instanceof Error ? error : String(error));
}
