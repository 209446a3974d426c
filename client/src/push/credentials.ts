/** Stores an access token per service address in secret storage, and never in settings, logs, errors or files. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { addressLine } from '../../../server/src/service/http/target.js';
import { readToken } from '../../../server/src/service/http/token.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { notify, typeIn } from '../say.js';

const originsKey = 'tokenOrigins';
const agreedKey = 'agreedPlaces';
const secretKey = (address: string) => `token:${address}`;

export class Credentials {
  /** Tokens that the editor's secret storage failed to store. They are lost when the window closes. */
  readonly #window = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires after a token was stored or removed, or after the person agreed to the use of a token in the background. */
  readonly onDidChange = this.#changed.event;
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;

  constructor({ secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#secrets = secrets;
    this.#state = globalState;
  }

  /** The service addresses that have a token, sorted. */
  addresses(): readonly string[] {
    return [...new Set([...this.#state.get<string[]>(originsKey, []), ...this.#window.keys()])].sort();
  }

  /**
   * Returns the stored token, or asks for a token. The person thereby agrees to its use in the background for the
   * folders of `files`.
   * @returns undefined if the person canceled
   */
  async token(address: string, ...files: readonly vscode.Uri[]): Promise<string | undefined> {
    const token = (await this.known(address)) ?? (await this.ask(address));
    if (token !== undefined) await this.agree(address, ...files);
    return token;
  }

  /** Like `token`, but using a stored token is not an agreement: a push records it once the push is applied. */
  async tokenForPush(address: string, ...files: readonly vscode.Uri[]): Promise<string | undefined> {
    return (await this.known(address)) ?? this.token(address, ...files);
  }

  /** @returns the stored token, or undefined. Check `isAgreed` before using the token in the background. */
  async known(address: string): Promise<string | undefined> {
    return this.#window.get(address) ?? this.#read(address);
  }

  /** Whether the person agreed to use the token in the background for the file's folder. */
  isAgreed(address: string, file: vscode.Uri): boolean {
    return this.#agreed().includes(agreement(address, file));
  }

  /** Whether a token is stored, but the person has not agreed to its use in the background. */
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

  /** Asks for a token and replaces the stored token. @param why a sentence that explains why a token is needed */
  async ask(address: string, why?: string): Promise<string | undefined> {
    const isNew = (await this.known(address)) === undefined;
    const typed = await typeIn({
      title: t('Access token for {0}', addressLine(address)),
      prompt: sentencesOf([
        ...(why === undefined ? [] : [why]),
        ...(isNew ? [t('You have not used this address before: check that it is your service.')] : []),
        t(
          'Paste an access token from the account settings of your service. The editor keeps it in its secret storage.',
        ),
      ]),
      placeHolder: 'api-…',
      password: true,
      problem: (value) => {
        const read = readToken(value);
        // The empty box should not show an error before the person types; an empty token is refused below.
        return 'problem' in read && value !== '' ? read.problem : undefined;
      },
    });
    if (typed === undefined) return undefined;
    const read = readToken(typed);
    if ('problem' in read) {
      void notify('error', t('{0} Nothing was stored.', read.problem));
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
      // Treat unreadable storage as empty; a newly entered token is then kept for this window.
      return undefined;
    }
  }

  /** Some storages fail silently (headless Linux, WSL), so the token is read back. */
  async #store(address: string, token: string): Promise<void> {
    this.#window.delete(address);
    try {
      await this.#secrets.store(secretKey(address), token);
    } catch {
      // Reading the token back detects the failure.
    }
    if ((await this.#read(address)) === token) {
      await this.#state.update(originsKey, [...new Set([...this.addresses(), address])]);
      return;
    }
    this.#window.set(address, token);
    void notify(
      'warning',
      t(
        "The editor's secret storage did not store the access token for {0}. It is kept for this window only.",
        address,
      ),
    );
  }
}

/** Identifies an agreement by the address and the workspace folder, or by the file's folder outside the workspace. */
function agreement(address: string, file: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri ?? vscode.Uri.joinPath(file, '..');
  return JSON.stringify([folder.toString(), address]);
}
