/** The targeting.config.json that counts for a file, as it stands in the editor or on disk, and what follows from it. */

import { largestConfig } from '../checks/unreadable.js';
import type { Rating } from '../checks/rating.js';
import type { OpenDocument } from '../features/openDocument.js';
import type { Bounds } from '../workspace/bounds.js';
import { ratingOf } from '../workspace/config/rating.js';
import type { ConfigFile } from '../workspace/configFiles.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import type { Disk } from '../workspace/disk.js';
import type { TextDocuments } from './lsp.js';
import { Emitter } from './lsp.js';
import type { CurrentSettings } from './currentSettings.js';

export interface ConfigsOptions {
  readonly disk: Disk;
  readonly bounds: Bounds;
  readonly documents: TextDocuments<OpenDocument>;
  readonly settings: CurrentSettings;
}

export class Configs {
  readonly #files: ConfigFiles;
  readonly #settings: CurrentSettings;
  readonly #changed = new Emitter<void>();
  /** Any file may have another config now. */
  readonly onChanged = this.#changed.event;

  constructor({ disk, bounds, documents, settings }: ConfigsOptions) {
    this.#settings = settings;
    this.#files = new ConfigFiles((uri) => documents.get(uri)?.json.text ?? disk.read(uri, largestConfig), bounds);
  }

  nearest(uri: string): Promise<ConfigFile | undefined> {
    return this.#files.nearest(uri);
  }

  async ratingFor(uri: string): Promise<Rating> {
    return ratingOf(uri, await this.nearest(uri), this.#settings.now.severities);
  }

  /** The next question reads the files anew. */
  forget(): void {
    this.#files.forget();
  }

  changed(): void {
    this.forget();
    this.#changed.fire();
  }
}
