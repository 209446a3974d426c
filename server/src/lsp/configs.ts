/** The targeting.config.json that counts for a file, as it stands in the editor or on disk, and what follows from it. */
import type { Rating } from '../core/checks/rating.js';
import { largestBeside } from '../core/checks/unreadable.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import type { Bounds } from '../workspace/bounds.js';
import { ratingOf } from '../workspace/config/rating.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import type { Disk } from '../workspace/disk.js';
import type { TextDocuments } from './lsp.js';
import { Emitter } from './lsp.js';
import type { CurrentSettings } from './settings.js';

export class Configs extends ConfigFiles {
  readonly #changed = new Emitter<void>();
  /** Any file may have another config now. */
  readonly onChanged = this.#changed.event;

  constructor(
    disk: Disk,
    bounds: Bounds,
    documents: TextDocuments<OpenDocument>,
    private readonly settings: CurrentSettings,
  ) {
    super((uri) => documents.get(uri)?.json.text ?? disk.read(uri, largestBeside), bounds);
  }

  async ratingFor(uri: string): Promise<Rating> {
    return ratingOf(uri, await this.nearest(uri), this.settings.now.severities);
  }

  /** The next question reads the files anew. */
  changed(): void {
    this.forget();
    this.#changed.fire();
  }
}
