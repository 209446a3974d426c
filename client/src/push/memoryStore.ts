/**
 * Keeps what is remembered of each file in each environment, in the workspace's own storage, never in the repository. One
 * file each, replaced as a whole, so that neither another window nor a crash leaves half of it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Uri } from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Remembered } from '../../../server/src/service/push/memory.js';
import { readRemembered } from '../../../server/src/service/push/memory.js';
import { repeated, turnstile } from '../../../server/src/service/pace.js';
import { sweep } from '../sweep.js';

/** Of an extension's context. */
interface Storage {
  /** Undefined in a window without a folder. */
  readonly storageUri?: Pick<Uri, 'fsPath'> | undefined;
  readonly globalStorageUri: Pick<Uri, 'fsPath'>;
}

export class MemoryStore {
  readonly #storage: string;
  readonly #alone = turnstile(1);
  readonly #failed: (error: unknown) => void;

  /** @param failed is told why something could not be kept */
  constructor({ storageUri, globalStorageUri }: Storage, failed: (error: unknown) => void) {
    this.#failed = failed;
    this.#storage = (storageUri ?? globalStorageUri).fsPath;
  }

  /** The name of earlier: what is remembered in it stays so. */
  get #folder(): string {
    return path.join(this.#storage, 'bases');
  }

  /** What crashes left there, and what is remembered of files that are gone. */
  sweep(): Promise<void> {
    return sweep(this.#folder);
  }

  /** @param uri of the targeting file */
  async get(uri: string, target: Target): Promise<Remembered | undefined> {
    try {
      return readRemembered(await readFile(this.#file(uri, target), 'utf8'));
    } catch {
      // Nothing is remembered yet, or nobody can read it: the next push is as the first one.
      return undefined;
    }
  }

  /**
   * Never rejects. What cannot be kept is forgotten, for what stood there before would be believed: the next push is as the first
   * one, which asks where the service can be read.
   * @param what undefined forgets
   * @param insteadOf only this is replaced: anything newer stays
   * @returns false where it cannot be forgotten, either: then what stood there is still remembered
   */
  set(uri: string, target: Target, what: Remembered | undefined, insteadOf?: Remembered): Promise<boolean> {
    return this.#alone(async () => {
      const isOther = insteadOf !== undefined && !isStored(insteadOf, await this.get(uri, target));
      return isOther || this.#set(uri, target, what);
    });
  }

  /**
   * Nothing is set between the reading and the writing. Never rejects.
   * @param next undefined leaves what is remembered
   * @returns what is remembered now
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
      await repeated(() => rename(unfinished, file));
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

/** Whether this is what was read. It is compared as it is stored, for JSON leaves out what is undefined. */
function isStored(what: Remembered, read: Remembered | undefined): boolean {
  return isDeepStrictEqual(readRemembered(JSON.stringify(what)), read);
}
