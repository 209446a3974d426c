/**
 * Where the code of a project asks for its toggles, and which attributes it sends. All files are read when somebody first asks, in turns, and again only where they changed:
 * an editor tells of that, and without one every file is looked at anew.
 */
import { languageOf } from '../../core/code/lexer/languages.js';
import type { Wrapper } from '../../core/code/calls.js';
import type { CodePlaces } from '../../core/code/places.js';
import { placesIn } from '../../core/code/places.js';
import { decoded } from '../../core/checks/text/encoding.js';
import { nameOf } from '../disk/uris.js';
import type { CodeDisk } from './codeDisk.js';
import { Needles } from './needles.js';

export interface CodebaseOptions {
  readonly disk: CodeDisk;
  /** URIs of all files of code. */
  readonly files: () => Promise<readonly string[]>;
  /** The text of a file that is open in an editor. */
  readonly open?: (uri: string) => string | undefined;
  /** Lets others go first. */
  readonly pause: () => Promise<void>;
}

/** What code may ask for. */
export interface Wanted {
  readonly keys: ReadonlySet<string>;
  readonly wrappers: readonly Wrapper[];
}

export interface CodeFile extends CodePlaces {
  readonly uri: string;
}

export interface CodeFound {
  /** Those that have any. */
  readonly files: readonly CodeFile[];
  /** How many files were read whole. */
  readonly looked: number;
  /** Files that are too large to be read whole, could not be read (UTF-16 among them), or are listed by Git and not on disk. */
  readonly unread: readonly string[];
}

/** Bytes: what is longer was not written by hand. */
export const MAX_CODE_BYTES = 2 * 1024 * 1024;

interface Known {
  readonly stamp: string;
  readonly places: CodePlaces | 'unread';
}

export class Codebase {
  readonly #known = new Map<string, Known>();
  #changed = new Set<string>();
  #uris: readonly string[] = [];
  /** False once there may be others. */
  #isListed = false;
  #wanted = '';
  #running: Promise<unknown> = Promise.resolve();

  /** @param isFollowed whether somebody tells of every change */
  constructor(
    private readonly options: CodebaseOptions,
    private readonly isFollowed: boolean,
  ) {}

  /** A file has changed on disk or in an editor. */
  changed(uri: string): void {
    this.#changed.add(uri);
  }

  /** Files came or went. */
  listChanged(): void {
    this.#isListed = false;
  }

  /** One after the other: a second question finds what the first has read. */
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
    // What is told from here on is for the next time.
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isListed = true;
    const uris = isListed ? this.#uris : await files();
    this.#uris = uris;
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
    return { files: found, looked: uris.length - unread.length, unread };
  }

  /** Undefined of what is no file. */
  #look(uri: string, needles: () => Needles, wanted: Wanted): Known | undefined {
    const { disk, open } = this.options;
    const text = open?.(uri);
    if (text !== undefined) return { stamp: '', places: readAsCode(uri, text, wanted) };
    const stamp = disk.stampOf(uri);
    if (stamp === undefined) return undefined;
    const known = this.#known.get(uri);
    if (known?.stamp === stamp) return known;
    const bytes = disk.read(uri, MAX_CODE_BYTES);
    // Code in UTF-16 or UTF-32 has zeros.
    if (bytes === undefined || bytes.includes(0)) return { stamp, places: 'unread' };
    return { stamp, places: needles().areIn(bytes) ? readAsCode(uri, decoded(bytes), wanted) : nothing };
  }
}

const nothing: CodePlaces = { findings: [], attributes: [], isCut: false };

export function readAsCode(uri: string, text: string, { keys, wrappers }: Wanted): CodePlaces {
  return placesIn(text, languageOf(nameOf(uri)), (key) => keys.has(key), wrappers);
}
