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

/** @returns to be called when one of so many is done */
export function counted(report: Report, all: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    report({ increment: 100 / all, message: `${count} / ${all}` });
  };
}
