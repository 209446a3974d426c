/**
 * Access tokens, one for each origin (scheme, host, port), in the editor's secret storage; besides the request itself
 * the only file that sees one. A token never becomes part of a setting, a log, an error or a file.
 */
import * as vscode from 'vscode';
import { addressLine } from './push/service/target.js';
import { readToken } from './push/service/token.js';
import { sentencesOf } from './push/words/inARow.js';
import { notify, typeIn } from './say.js';

const originsKey = 'tokenOrigins';
const secretKey = (origin: string) => `token:${origin}`;

export class Credentials {
  /** Tokens that the editor's storage failed to keep: for this window only. */
  readonly #window = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** A token was stored or removed here. */
  readonly onDidChange = this.#changed.event;
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;

  constructor({ secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#secrets = secrets;
    this.#state = globalState;
  }

  /** The origins that a token is kept for, sorted. */
  origins(): readonly string[] {
    return [...new Set([...this.#state.get<string[]>(originsKey, []), ...this.#window.keys()])].sort();
  }

  /** The token for an origin, asked for when there is none yet; undefined when the person left. */
  async token(origin: string): Promise<string | undefined> {
    return (await this.known(origin)) ?? this.ask(origin);
  }

  /** The token for an origin; undefined when there is none. Never asks, so that it may be called in the background. */
  async known(origin: string): Promise<string | undefined> {
    return this.#window.get(origin) ?? this.#read(origin);
  }

  /** Asks for a token and stores it, in place of one that may be there. */
  async ask(origin: string): Promise<string | undefined> {
    const typed = await typeIn({
      title: addressLine(origin),
      prompt: sentencesOf([
        ...(this.origins().includes(origin)
          ? []
          : [
              vscode.l10n.t(
                'New to you: no access token is stored for this address. Make sure that it is your service.',
              ),
            ]),
        vscode.l10n.t(
          'The access token is made on the account settings page of the service, and kept in the secret storage of the editor.',
        ),
      ]),
      placeHolder: 'api-…',
      password: true,
      problem: (value) => {
        const read = readToken(value);
        // An empty box is not called wrong before anything was typed; accepting it is refused below.
        return 'problem' in read && value !== '' ? read.problem : undefined;
      },
    });
    if (typed === undefined) return undefined;
    const read = readToken(typed);
    if ('problem' in read) {
      void notify('error', vscode.l10n.t('{0} Nothing was stored.', read.problem));
      return undefined;
    }
    await this.#store(origin, read.token);
    this.#changed.fire();
    return read.token;
  }

  async remove(origin: string): Promise<void> {
    this.#window.delete(origin);
    await this.#secrets.delete(secretKey(origin));
    await this.#state.update(
      originsKey,
      this.origins().filter((kept) => kept !== origin),
    );
    this.#changed.fire();
  }

  async #read(origin: string): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretKey(origin));
    } catch {
      // A storage that cannot be read has no token; the one that is asked for is kept for this window.
      return undefined;
    }
  }

  /** Some storages fail without a word (headless Linux, WSL): what was stored is read back. */
  async #store(origin: string, token: string): Promise<void> {
    this.#window.delete(origin);
    try {
      await this.#secrets.store(secretKey(origin), token);
    } catch {
      // Seen below: it is not there.
    }
    if ((await this.#read(origin)) === token) {
      await this.#state.update(originsKey, [...new Set([...this.origins(), origin])]);
      return;
    }
    this.#window.set(origin, token);
    void notify(
      'warning',
      vscode.l10n.t(
        "The editor's secret storage did not keep the access token for {0}. It is kept for this window only.",
        origin,
      ),
    );
  }
}
