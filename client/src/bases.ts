/**
 * Keeps what is remembered of each file in each environment, in the workspace's own storage, never in the repository. One
 * file each, replaced as a whole, so that neither another window nor a crash leaves half of it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Uri } from 'vscode';
import type { Target } from '../../server/src/protocol.js';
import type { Remembered } from './push/base.js';
import { readRemembered } from './push/base.js';
import { sweep } from './sweep.js';

/** Of an extension's context. */
interface Storage {
  /** Undefined in a window without a folder. */
  readonly storageUri?: Pick<Uri, 'fsPath'> | undefined;
  readonly globalStorageUri: Pick<Uri, 'fsPath'>;
}

export class Bases {
  readonly #folder: string;

  constructor({ storageUri, globalStorageUri }: Storage) {
    this.#folder = path.join((storageUri ?? globalStorageUri).fsPath, 'bases');
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
      // Nothing is remembered yet, or nobody can read it: the next push asks.
      return undefined;
    }
  }

  async set(uri: string, target: Target, what: Remembered): Promise<void> {
    const file = this.#file(uri, target);
    await mkdir(this.#folder, { recursive: true });
    const unfinished = `${file}.${randomUUID()}.tmp`;
    try {
      await writeFile(unfinished, JSON.stringify({ ...what, uri }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  #file(uri: string, { baseUrl, project, environmentKey, toggle }: Target): string {
    const key = JSON.stringify([uri, baseUrl, project, environmentKey, toggle]);
    return path.join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}
