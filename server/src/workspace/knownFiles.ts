/** The known targeting files, on disk or open in the editor, with their toggles. */
import type { Identity } from './config/identity.js';
import { isSamePlace } from './config/identity.js';
import type { JsonDocument } from '../core/json/document.js';
import type { OnDisk, TargetingSummary, ToggleFile, Toggles } from '../core/targeting/toggles.js';
import { summaryOf } from '../core/targeting/toggles.js';
import { keyOf } from './disk/uris.js';

export interface KnownFile {
  /** The file's URI, in the editor's spelling once the spelling is known. */
  readonly uri: string;
  /** The file's toggle and environment; undefined until its config has been searched for. */
  readonly identity: Identity | undefined;
  readonly onDisk: OnDisk | undefined;
  /** The open document, which overrides the file on disk. */
  readonly open: JsonDocument | undefined;
}

interface Entry extends KnownFile {
  readonly file: ToggleFile | undefined;
}

export class KnownFiles implements Toggles {
  readonly #entries = new Map<string, Entry>();
  readonly #ofToggle = new Index();
  /** Files on disk by required toggle. Open documents are not indexed, since they may change with each keystroke. */
  readonly #requiring = new Index();
  readonly #open = new Set<string>();
  /** URIs in the disk's spelling, keyed by the same URIs in other spellings. */
  readonly #spellings = new Map<string, string>();

  name(uri: string, onDisk: string): void {
    if (uri !== onDisk) this.#spellings.set(uri, onDisk);
  }

  spelling(uri: string): string {
    return this.#spellings.get(uri) ?? uri;
  }

  *files(): Generator<ToggleFile> {
    for (const { file } of this.#entries.values()) if (file !== undefined) yield file;
  }

  of(uri: string): ToggleFile | undefined {
    return this.#entries.get(keyOf(this.spelling(uri)))?.file;
  }

  named(toggle: string, sameEnvironmentAs: string): readonly ToggleFile[] {
    const here = this.get(sameEnvironmentAs)?.identity;
    if (here === undefined) return [];
    const found: ToggleFile[] = [];
    for (const key of this.#ofToggle.get(toggle)) {
      const { identity, file } = this.#entries.get(key) ?? {};
      if (file !== undefined && identity !== undefined && isSamePlace(identity, here)) found.push(file);
    }
    return found;
  }

  requiring(toggle: string): readonly ToggleFile[] {
    return Array.from(new Set([...this.#requiring.get(toggle), ...this.#open])).flatMap((key) => {
      const file = this.#entries.get(key)?.file;
      return file?.required.includes(toggle) === true ? [file] : [];
    });
  }

  get(uri: string): KnownFile | undefined {
    return this.#entries.get(keyOf(this.spelling(uri)));
  }

  all(): readonly KnownFile[] {
    return [...this.#entries.values()];
  }

  below(folderUri: string): readonly KnownFile[] {
    const folder = `${keyOf(folderUri)}/`;
    return this.all().filter(({ uri }) => keyOf(uri).startsWith(folder));
  }

  /** Updates a file, and removes a file that is neither on disk nor open. @returns the updated file */
  update(uri: string, news: Partial<KnownFile>): KnownFile | undefined {
    const key = keyOf(this.spelling(uri));
    const before = this.#entries.get(key);
    const now = { uri, identity: undefined, onDisk: undefined, open: undefined, ...before, ...news };
    const isGone = now.onDisk === undefined && now.open === undefined;
    if (isGone) this.#entries.delete(key);
    else this.#entries.set(key, { ...now, file: fileOf(now) });
    this.#ofToggle.move(key, toggleOf(before), isGone ? [] : toggleOf(now));
    this.#requiring.move(key, before?.onDisk?.required, now.onDisk?.required);
    if (now.open === undefined) this.#open.delete(key);
    else this.#open.add(key);
    return isGone ? undefined : now;
  }
}

/** Maps each toggle to the keys of its files. */
class Index {
  readonly #keys = new Map<string, Set<string>>();

  get(said: string): Iterable<string> {
    return this.#keys.get(said) ?? [];
  }

  move(key: string, from: readonly string[] = [], to: readonly string[] = []): void {
    if (JSON.stringify(from) === JSON.stringify(to)) return;
    for (const said of from) {
      const keys = this.#keys.get(said);
      keys?.delete(key);
      if (keys?.size === 0) this.#keys.delete(said);
    }
    for (const said of to) this.#keys.set(said, (this.#keys.get(said) ?? new Set()).add(key));
  }
}

function toggleOf(file: KnownFile | undefined): readonly string[] {
  return file?.identity === undefined ? [] : [file.identity.toggle];
}

function fileOf({ uri, identity, onDisk, open }: KnownFile): ToggleFile | undefined {
  if (identity === undefined) return undefined;
  if (open !== undefined) return new KnownToggle(uri, identity, () => summaryOf(open));
  return onDisk && new KnownToggle(uri, identity, () => onDisk.summary, onDisk.required);
}

/** A targeting file that computes its summary lazily, since most keystrokes do not need the summary. */
class KnownToggle implements ToggleFile {
  readonly toggle: string;
  readonly environment: string | undefined;
  #targeting: TargetingSummary | undefined;

  constructor(
    readonly uri: string,
    { toggle, environment }: Identity,
    private readonly summary: () => TargetingSummary,
    private readonly requires?: TargetingSummary['required'],
  ) {
    this.toggle = toggle;
    this.environment = environment;
  }

  get required(): TargetingSummary['required'] {
    return this.requires ?? this.targeting.required;
  }

  get targeting(): TargetingSummary {
    this.#targeting ??= this.summary();
    return this.#targeting;
  }
}

export function isOneOfOthers(uri: string, changed: readonly string[] | undefined): boolean {
  return changed === undefined || changed.some((each) => each !== uri);
}
