/** The commands and the status bar item that serve an environment to local applications. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { State } from 'vscode-languageclient';
import type { ServeParams, Serving } from '../../../server/src/core/protocol.js';
import {
  servableRequest,
  serveRequest,
  servingNotification,
  stopServingRequest,
} from '../../../server/src/core/protocol.js';
import { logged } from '../fence.js';
import type { LanguageServer } from './languageClient.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { notify, pick, statusItem } from '../say.js';
import { shownName } from '../files/shownName.js';

export class LocalServing {
  readonly #item = statusItem('toggleTargeting.serving', 'toggleTargeting.serving');
  /** The environment to serve again after the language server restarts. */
  #wanted: ServeParams | undefined;
  #now: Serving | undefined;

  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  listen(client: BaseLanguageClient): void {
    client.onNotification(servingNotification, ({ serving }) => this.#show(serving));
    client.onDidChangeState(({ newState }) => {
      // Serving stops when the language server stops.
      if (newState !== State.Running) this.#show(undefined);
      else if (this.#wanted !== undefined) this.#start(this.#wanted).catch(logged(this.log));
    });
  }

  async serve(resource?: vscode.Uri): Promise<void> {
    const uri = (resource ?? openTargetingFile())?.toString();
    const places = await this.server.ask(servableRequest, uri === undefined ? {} : { uri });
    const title = t('Which environment is served to applications on this machine?');
    const items = places.map((place) => ({
      ...{ icon: 'broadcast', label: place.name, place },
      description: shownName(vscode.Uri.parse(place.from)),
    }));
    const place = items.length > 1 ? (await pick(items, { title }))?.place : places[0];
    if (place === undefined) return;
    const own = vscode.workspace.getConfiguration('toggleTargeting');
    const allowedOrigins = own.get<readonly string[]>('serve.allowedOrigins', []);
    await this.#start({ ...place, port: own.get<number>('serve.port', 4007), allowedOrigins });
  }

  async stop(): Promise<void> {
    this.#wanted = undefined;
    await this.server.ask(stopServingRequest, {});
  }

  async menu(): Promise<void> {
    const { url, title } = this.#now ?? {};
    if (url === undefined) return;
    const picked = await pick(
      [
        { icon: 'copy', label: t('Copy Address'), run: () => vscode.env.clipboard.writeText(url) },
        { icon: 'debug-stop', label: t('Stop Serving'), run: () => this.stop() },
      ],
      { title: title ?? '' },
    );
    await picked?.run();
  }

  dispose(): void {
    this.#item.dispose();
  }

  #show(serving: Serving | undefined): void {
    this.#now = serving;
    void vscode.commands.executeCommand('setContext', 'toggleTargeting.isServing', serving !== undefined);
    if (serving === undefined) this.#item.hide();
    else this.#item.show('broadcast', serving.title, [...serving.details, t('Click for actions.')]);
  }

  async #start(params: ServeParams): Promise<void> {
    const answer = await this.server.ask(serveRequest, params);
    if (answer.kind === 'serving') {
      this.#wanted = { ...params, port: answer.port };
      return;
    }
    this.#wanted = undefined;
    const other = answer.kind === 'port-taken' ? { [t('Use Another Port')]: true } : {};
    if (await notify('error', answer.reason, other)) await this.#start({ ...params, port: 0 });
  }
}
