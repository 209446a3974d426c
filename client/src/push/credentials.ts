/**
 * Stores access tokens in the editor's secret storage, and asks for them. There is one for each service address
 * (`serviceAddressOf`). A token is used in the background only where a person has agreed to that, and never becomes part
 * of a setting, a log, an error or a file.
 */
import * as vscode from 'vscode';
import { addressLine } from '../../../server/src/service/http/target.js';
import { readToken } from '../../../server/src/service/http/token.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { notify, typeIn } from '../say.js';

const originsKey = 'tokenOrigins';
const agreedKey = 'agreedPlaces';
const secretKey = (address: string) => `token:${address}`;

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

  /** The service addresses that a token is kept for, sorted. */
  addresses(): readonly string[] {
    return [...new Set([...this.#state.get<string[]>(originsKey, []), ...this.#window.keys()])].sort();
  }

  /**
   * The token for a service address, for what a person starts. Asks for one when there is none yet; undefined when the person left.
   * To read for these files agrees that it is used in the background for their folders; a push names none, and agrees once it was
   * applied.
   */
  async token(address: string, ...files: readonly vscode.Uri[]): Promise<string | undefined> {
    const token = (await this.known(address)) ?? (await this.ask(address));
    if (token !== undefined) await this.agree(address, ...files);
    return token;
  }

  /** The token for a service address; undefined when there is none. Never asks. Whoever reads in the background asks `isAgreed` first. */
  async known(address: string): Promise<string | undefined> {
    return this.#window.get(address) ?? this.#read(address);
  }

  /** Whether a person has agreed that the token for a service address is used in the background for the folder of a file. */
  isAgreed(address: string, file: vscode.Uri): boolean {
    return this.#agreed().includes(agreement(address, file));
  }

  /** Whether a token is stored that waits for the person's word before it is used in the background. */
  async isWaiting(address: string, file: vscode.Uri): Promise<boolean> {
    return !this.isAgreed(address, file) && (await this.known(address)) !== undefined;
  }

  async agree(address: string, ...files: readonly vscode.Uri[]): Promise<void> {
    const before = this.#agreed();
    const after = [...new Set([...before, ...files.map((file) => agreement(address, file))])];
    if (after.length === before.length) return;
    await this.#state.update(agreedKey, after);
    this.#changed.fire();
  }

  #agreed(): readonly string[] {
    return this.#state.get<string[]>(agreedKey, []);
  }

  /**
   * Asks for a token and stores it, in place of one that may be there.
   *
   * @param why it is asked for although there is one: a sentence
   */
  async ask(address: string, why?: string): Promise<string | undefined> {
    const typed = await typeIn({
      title: vscode.l10n.t('Access token for {0}', addressLine(address)),
      prompt: sentencesOf([
        ...(why === undefined ? [] : [why]),
        ...((await this.known(address)) !== undefined
          ? []
          : [vscode.l10n.t('No access token is stored for this address yet: make sure that it is your service.')]),
        vscode.l10n.t(
          'Your access token, from the account settings page of the service. It is kept in the secret storage of the editor.',
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
    await this.#store(address, read.token);
    this.#changed.fire();
    return read.token;
  }

  async remove(address: string): Promise<void> {
    this.#window.delete(address);
    await this.#secrets.delete(secretKey(address));
    await this.#state.update(
      originsKey,
      this.addresses().filter((other) => other !== address),
    );
    this.#changed.fire();
  }

  async #read(address: string): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretKey(address));
    } catch {
      // A storage that cannot be read has no token; the one that is asked for is kept for this window.
      return undefined;
    }
  }

  /** Some storages fail without a word (headless Linux, WSL): what was stored is read back. */
  async #store(address: string, token: string): Promise<void> {
    this.#window.delete(address);
    try {
      await this.#secrets.store(secretKey(address), token);
    } catch {
      // Seen below: it is not there.
    }
    if ((await this.#read(address)) === token) {
      await this.#state.update(originsKey, [...new Set([...this.addresses(), address])]);
      return;
    }
    this.#window.set(address, token);
    void notify(
      'warning',
      vscode.l10n.t(
        "The editor's secret storage did not keep the access token for {0}. It is kept for this window only.",
        address,
      ),
    );
  }
}

/** Of the workspace folder, or the folder of a file that is in none. */
function agreement(address: string, file: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri ?? vscode.Uri.joinPath(file, '..');
  return JSON.stringify([folder.toString(), address]);
}
