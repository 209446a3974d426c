/** Finds requested toggles and sent attributes in a project's code. Reads a file again only if the file has changed. */
import { languageOf } from '../../core/code/lexer/languages.js';
import type { Wrapper } from '../../core/code/calls.js';
import type { CodePlaces } from '../../core/code/places.js';
import { placesIn } from '../../core/code/places.js';
import { decoded } from '../../core/checks/text/encoding.js';
import { nameOf } from '../disk/uris.js';
import type { CodeDisk } from './codeDisk.js';
import type { CodeFiles } from './codeFiles.js';
import { Needles } from './codePrefilter.js';

export interface CodebaseOptions {
  readonly disk: CodeDisk;
  readonly files: () => Promise<CodeFiles>;
  readonly open?: (uri: string) => string | undefined;
  readonly pause: () => Promise<void>;
}

export interface Wanted {
  readonly keys: ReadonlySet<string>;
  readonly wrappers: readonly Wrapper[];
}

export interface CodeFile extends CodePlaces {
  readonly uri: string;
}

export interface CodeFound extends Pick<CodeFiles, 'unmatched'> {
  /** Files in which toggles or attributes were found. */
  readonly files: readonly CodeFile[];
  /** Number of files read completely. */
  readonly looked: number;
  /** Files that are too large, unreadable (including UTF-16), or listed by Git but missing. */
  readonly unread: readonly string[];
}

/** Larger files are skipped, since they are probably generated. */
export const MAX_CODE_BYTES = 2 * 1024 * 1024;

interface Known {
  readonly stamp: string;
  readonly places: CodePlaces | 'unread';
}

export class Codebase {
  readonly #known = new Map<string, Known>();
  #changed = new Set<string>();
  #list: CodeFiles = { uris: [], unmatched: [] };
  #isListed = false;
  #wanted = '';
  #running: Promise<unknown> = Promise.resolve();

  /** @param isFollowed true if `changed` and `listChanged` are called for all file changes */
  constructor(
    private readonly options: CodebaseOptions,
    private readonly isFollowed: boolean,
  ) {}

  changed(uri: string): void {
    this.#changed.add(uri);
  }

  listChanged(): void {
    this.#isListed = false;
  }

  /** Calls run one after another, so a later call reuses files already read. */
  read(wanted: Wanted): Promise<CodeFound> {
    const found = this.#running.then(() => this.#read(wanted));
    this.#running = found.catch(() => undefined);
    return found;
  }

  async #read({ keys, wrappers }: Wanted): Promise<CodeFound> {
    const { files, pause } = this.options;
    const name = JSON.stringify([[...keys].sort(), wrappers.map(({ method, receiver }) => [method, receiver])]);
    if (name !== this.#wanted) this.#known.clear();
    this.#wanted = name;
    const isListed = this.isFollowed && this.#isListed;
    // Changes reported from now on apply to the next read.
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isListed = true;
    if (!isListed) this.#list = await files();
    const { uris, unmatched } = this.#list;
    const methods = wrappers.map(({ method }) => method);
    let made: Needles | undefined;
    const needles = () => (made ??= new Needles(keys, methods));
    const found: CodeFile[] = [];
    const unread: string[] = [];
    for (const uri of uris) {
      await pause();
      const isSure = isListed && !changed.has(uri);
      const known = (isSure ? this.#known.get(uri) : undefined) ?? this.#look(uri, needles, { keys, wrappers });
      if (known === undefined) {
        unread.push(uri);
        continue;
      }
      this.#known.set(uri, known);
      const { places } = known;
      if (places === 'unread' || places.isCut) unread.push(uri);
      if (places !== 'unread' && (places.findings.length > 0 || places.attributes.length > 0))
        found.push({ uri, ...places });
    }
    return { files: found, looked: uris.length - unread.length, unread, unmatched };
  }

  #look(uri: string, needles: () => Needles, wanted: Wanted): Known | undefined {
    const { disk, open } = this.options;
    const text = open?.(uri);
    if (text !== undefined) return { stamp: '', places: readAsCode(uri, text, wanted) };
    const stamp = disk.stampOf(uri);
    if (stamp === undefined) return undefined;
    const known = this.#known.get(uri);
    if (known?.stamp === stamp) return known;
    const bytes = disk.read(uri, MAX_CODE_BYTES);
    // Zero bytes indicate UTF-16 or UTF-32, which cannot be searched for keys.
    if (bytes === undefined || bytes.includes(0)) return { stamp, places: 'unread' };
    return { stamp, places: needles().areIn(bytes) ? readAsCode(uri, decoded(bytes), wanted) : nothing };
  }
}

const nothing: CodePlaces = { findings: [], attributes: [], isCut: false };

export function readAsCode(uri: string, text: string, { keys, wrappers }: Wanted): CodePlaces {
  return placesIn(text, languageOf(nameOf(uri)), (key) => keys.has(key), wrappers);
}
