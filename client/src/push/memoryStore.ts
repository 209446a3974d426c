/**
 * Stores what the next push needs to know of each file in each environment, in the workspace's storage. Each entry is a
 * file that is replaced as a whole, so that another window or a crash cannot leave a partial file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Uri } from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Remembered } from '../../../server/src/service/push/memory.js';
import { readRemembered } from '../../../server/src/service/push/memory.js';
import { retryRename, turnstile } from '../../../server/src/service/pace.js';
import { sweep } from '../sweep.js';

interface Storage {
  /** The workspace's storage; undefined in a window without a folder. */
  readonly storageUri?: Pick<Uri, 'fsPath'> | undefined;
  readonly globalStorageUri: Pick<Uri, 'fsPath'>;
}

export class MemoryStore {
  readonly #storage: string;
  readonly #alone = turnstile(1);
  readonly #failed: (error: unknown) => void;

  /** @param failed is called with the error if an entry could not be stored */
  constructor({ storageUri, globalStorageUri }: Storage, failed: (error: unknown) => void) {
    this.#failed = failed;
    this.#storage = (storageUri ?? globalStorageUri).fsPath;
  }

  /** The folder of the entries. It keeps its name from an earlier version, so that existing entries are found. */
  get #folder(): string {
    return path.join(this.#storage, 'bases');
  }

  sweep(): Promise<void> {
    return sweep(this.#folder);
  }

  /** @param uri the URI of the targeting file */
  async get(uri: string, target: Target): Promise<Remembered | undefined> {
    try {
      return readRemembered(await readFile(this.#file(uri, target), 'utf8'));
    } catch {
      // Without a readable entry, the next push behaves like the first push.
      return undefined;
    }
  }

  /**
   * Stores an entry, and never rejects. If storing fails, the entry is deleted, so that no stale entry is trusted.
   * @param what the new value; undefined deletes the entry
   * @param insteadOf if given, only an entry with this value is replaced
   * @returns false if the stale entry could not be deleted either
   */
  set(uri: string, target: Target, what: Remembered | undefined, insteadOf?: Remembered): Promise<boolean> {
    return this.#alone(async () => {
      const isOther = insteadOf !== undefined && !isStored(insteadOf, await this.get(uri, target));
      return isOther || this.#set(uri, target, what);
    });
  }

  /**
   * Reads and writes an entry in one step, and never rejects.
   * @param next computes the new value; returns undefined to leave the entry unchanged
   * @returns the entry after the update
   */
  update(
    uri: string,
    target: Target,
    next: (remembered: Remembered | undefined) => Remembered | undefined,
  ): Promise<Remembered | undefined> {
    return this.#alone(async () => {
      const remembered = await this.get(uri, target);
      const what = next(remembered);
      if (what !== undefined) await this.#set(uri, target, what);
      return what ?? remembered;
    });
  }

  async #set(uri: string, target: Target, what: Remembered | undefined): Promise<boolean> {
    const file = this.#file(uri, target);
    try {
      if (what !== undefined) await this.#replace(file, JSON.stringify({ ...what, uri }));
      else await rm(file, { force: true });
      return true;
    } catch (error) {
      this.#failed(error);
    }
    return what !== undefined && this.#set(uri, target, undefined);
  }

  async #replace(file: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const unfinished = `${file}.${randomUUID()}.tmp`;
    try {
      await writeFile(unfinished, text);
      await retryRename(() => rename(unfinished, file));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(this.#failed);
      throw error;
    }
  }

  #file(uri: string, { baseUrl, project, environmentKey, toggle }: Target): string {
    const key = JSON.stringify([uri, baseUrl, project, environmentKey, toggle]);
    return path.join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}

/** Whether two entries are equal. The first entry is compared in stored form, because JSON omits undefined fields. */
function isStored(what: Remembered, read: Remembered | undefined): boolean {
  return isDeepStrictEqual(readRemembered(JSON.stringify(what)), read);
}
