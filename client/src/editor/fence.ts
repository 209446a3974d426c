/** What went wrong and is nobody's doing but ours or the machine's: said or logged with its stack, never swallowed. */
import * as vscode from 'vscode';
import { notify } from './say.js';

type Log = Pick<vscode.LogOutputChannel, 'error'>;

/** For what the person waits for. Never rejects. */
export async function fenced(log: Log, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    logged(log)(error);
    void notify(
      'error',
      vscode.l10n.t('Toggle Targeting failed: {0}', error instanceof Error ? error.message : String(error)),
    );
  }
}

/** For what nobody waits for, as the argument of `catch`. */
export function logged(log: Log): (error: unknown) => void {
  return (error) => log.error(error instanceof Error ? error : String(error));
}
