/** A progress that can be cancelled, as a notification. */
import * as vscode from 'vscode';

export type Report = (step: { readonly increment: number; readonly message: string }) => void;

export function withProgress<T>(
  title: string,
  cancel: AbortController,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, cancellation) => {
    cancellation.onCancellationRequested(() => cancel.abort());
    return work((step) => progress.report(step), cancel.signal);
  });
}
