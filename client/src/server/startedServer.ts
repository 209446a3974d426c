/** Starts dist/server.js in a process or, in a browser, in a Web Worker. */
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { inBrowser } from '../here.js';

/** The type of a browser's Web Worker, because the project loads only Node's types. */
declare const Worker: new (url: string) => { readonly terminate: () => void };

const [id, name] = ['toggleTargeting', 'Toggle Targeting'];

export async function clientOf(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  options: LanguageClientOptions,
): Promise<BaseLanguageClient> {
  const server = vscode.Uri.joinPath(extensionUri, 'dist/server.js');
  if (!inBrowser) {
    const { LanguageClient, TransportKind } = await import('vscode-languageclient/node');
    // Without it, a window in Traditional Chinese would be half English, half Simplified Chinese.
    class OneLanguageClient extends LanguageClient {
      protected override getLocale(): string {
        const { language } = vscode.env;
        return language.startsWith('zh') && vscode.l10n.bundle === undefined ? 'en' : language;
      }
    }
    return new OneLanguageClient(id, name, { module: server.fsPath, transport: TransportKind.ipc }, options);
  }
  const library = await import('vscode-languageclient/browser');
  let worker: InstanceType<typeof Worker> | undefined;
  const start = () => {
    worker?.terminate();
    worker = new Worker(server.toString(true));
    const [reader, writer] = [new library.BrowserMessageReader(worker), new library.BrowserMessageWriter(worker)];
    return Promise.resolve({ reader, writer });
  };
  return new library.LanguageClient(id, name, start, options);
}
