/**
 * Has services read for what helps while editing, and tells the language server the outcome. Without a word, and only
 * where a targeting file is in sight of a person, in a trusted workspace, and a token is stored.
 */
import * as vscode from 'vscode';
import { serviceKnowledgeNotification } from '../../server/src/core/protocol.js';
import { logged } from './fence.js';
import { isTargetingFile } from './ours.js';
import { KnowledgeReader } from '../../server/src/service/knowledge/knowledgeReader.js';
import { serviceAddressOf } from '../../server/src/service/http/target.js';
import { sendWithin } from './requests.js';
import type { ReportContext } from './reportPush.js';
import { targetsToRead } from './services.js';

export class ServiceKnowledgeReader {
  readonly #context: ReportContext;
  readonly #reader: KnowledgeReader;
  readonly #stop = new AbortController();
  readonly #parts: readonly { readonly dispose: () => unknown }[];

  /** @param told is called when the server knows something new */
  constructor(context: ReportContext, told: () => void) {
    this.#context = context;
    const { credentials, log, server } = context;
    const quiet = { info: (line: string) => log.debug(line) };
    this.#reader = new KnowledgeReader({
      elapsed: () => performance.now(),
      token: (address) => credentials.known(address),
      send: (token) => (method, url) =>
        sendWithin(quiet, { method, url, token, api: 'featureprobe' }, this.#stop.signal),
      learned: (knowledge) => {
        const tell = async () => {
          await (await server.client()).sendNotification(serviceKnowledgeNotification, knowledge);
          told();
        };
        tell().catch(logged(log));
      },
    });
    const { window, workspace } = vscode;
    const timer = setInterval(() => window.state.focused && this.refresh(), minute);
    this.#parts = [
      { dispose: () => clearInterval(timer) },
      window.onDidChangeVisibleTextEditors(() => this.refresh()),
      window.onDidChangeWindowState(({ focused }) => focused && this.refresh()),
      workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(setting) && this.refresh()),
      credentials.onDidChange(() => {
        this.#reader.expire();
        this.refresh();
      }),
    ];
  }

  /** Files may go elsewhere now, others may be in sight, or it is time. */
  refresh(): void {
    for (const document of new Set(vscode.window.visibleTextEditors.map((editor) => editor.document)))
      if (isOn(document)) this.#look(document).catch(logged(this.#context.log));
  }

  /** The language server has started anew, and knows nothing. */
  tellAgain(): void {
    this.#reader.tellAgain();
  }

  dispose(): void {
    this.#stop.abort();
    this.#parts.forEach((part) => void part.dispose());
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    const { credentials, server } = this.#context;
    const { first } = await targetsToRead(server, document);
    const agreed = first.filter((target) => credentials.isAgreed(serviceAddressOf(target), document.uri));
    await Promise.all(agreed.map((target) => this.#reader.look(target)));
  }
}

const setting = 'toggleTargeting.serviceKnowledge';
/** Milliseconds. How old knowledge must be to be read again is the reader's to say. */
const minute = 60_000;

function isOn(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.isTrusted &&
    isTargetingFile(document) &&
    vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('serviceKnowledge', true)
  );
}
