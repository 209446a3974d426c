/** An environment for local applications, built from files. While a file is invalid, its last valid state is served. */
import { t } from '../../core/t.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { notReadable } from '../../core/checks/text/unreadable.js';
import { syntaxProblem } from '../../core/checks/text/syntax.js';
import { builtSegment, builtToggle } from '../../core/evaluation/environment.js';
import type { Environment } from '../../core/evaluation/evaluate.js';
import { evaluatedJson, repositoryJson, segmentJson, toggleJson } from '../../core/evaluation/sdks/sdkData.js';
import type { Obstacle, Segment, Toggle } from '../../core/evaluation/toggles.js';
import type { User } from '../../core/evaluation/user.js';
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { plainJson } from '../../core/json/plain.js';
import type { JsonDocument } from '../../core/json/document.js';
import { parse } from '../../core/json/document.js';
import { spanAt } from '../../core/json/queries.js';
import { assumedFor, leftToService, withLeft } from '../../core/evaluation/leftToService.js';
import type { State } from '../../core/targeting/state/state.js';
import { misfitOf, typeNow, variationsOf } from './inferredTypes.js';
import { decoded } from '../disk/uris.js';
import { listOf } from '../../core/targeting/joined.js';

export interface LocalFile {
  readonly toggle: string;
  readonly uri: string;
}

export interface LocalToggle extends LocalFile {
  /** The last valid state; undefined if the toggle is not served to SDKs. */
  readonly served: ServedToggle | undefined;
  /** The reason why the current file is not served. */
  readonly trouble: Trouble | undefined;
  /** The return type; undefined until the file has been read. */
  readonly returnType: ReturnType | undefined;
  /** Assumptions: the inferred type, and fields that neither the file nor a service defines. */
  readonly assumed: readonly string[];
}

export interface ServedToggle {
  readonly toggle: Toggle;
  readonly json: string;
  /** Names of the variations, or their values if they have no name. */
  readonly variations: readonly string[];
}

export interface Trouble {
  readonly kind: 'unreadable' | 'syntax' | 'vanishes' | 'freezes' | 'type' | 'twice';
  readonly words: string;
  /** Zero-based line number. */
  readonly line: number | undefined;
}

export interface KnownElsewhere {
  readonly returnType: (toggle: string) => ReturnType | undefined;
  /** Segments by key, as plain data; each segment is an object with `rules`. */
  readonly segments: ReadonlyMap<string, unknown>;
  /** Returns why SDKs do not receive a valid toggle; undefined if they receive it, or if its service is unknown. */
  readonly notServed?: (toggle: Toggle) => string | undefined;
  /** The service's state of each toggle, for fields that the toggle's file omits. */
  readonly live?: ReadonlyMap<string, State>;
  /** Keys of toggles that client SDKs do not receive. */
  readonly forServersAlone?: ReadonlySet<string>;
}

export class LocalEnvironment {
  /** Toggles by the URI of their file. */
  readonly #toggles = new Map<string, LocalToggle>();
  /** The URI of the effective file of each toggle key. */
  readonly #files = new Map<string, string>();
  #segments: ReadonlyMap<string, Segment> = new Map();
  #brokenSegments: readonly string[] = [];
  #repository: { readonly json: string; readonly version: number } | undefined;
  #version = 0;

  constructor(
    private readonly known: KnownElsewhere,
    /** Returns milliseconds since 1970. */
    private readonly clock: () => number,
  ) {
    this.define(known.segments);
  }

  /** Replaces all segments. @returns true if the data for SDKs has changed */
  define(segments: KnownElsewhere['segments']): boolean {
    const built = Array.from(segments, ([key, source]) => ({ key, ...builtSegment(source) }));
    this.#brokenSegments = built.flatMap(({ key, obstacle }) => (obstacle === undefined ? [] : [key]));
    const before = this.#segments;
    this.#segments = new Map(built.map(({ key, made, obstacle }) => [key, obstacle === undefined ? made : []]));
    const isChanged = jsonOf(before) !== jsonOf(this.#segments);
    if (isChanged) this.#repository = undefined;
    return isChanged;
  }

  /** Keys of segments that the service could not read. */
  get brokenSegments(): readonly string[] {
    return this.#brokenSegments;
  }

  get toggles(): Iterable<LocalToggle> {
    return this.#toggles.values();
  }

  of(uri: string): LocalToggle | undefined {
    return this.#toggles.get(uri);
  }

  /** Keys of segments that toggles use but no source defines; these segments are treated as empty. */
  get undefinedSegments(): readonly string[] {
    return [...this.#namedSegments()].filter((key) => !this.#segments.has(key)).sort();
  }

  /** Keys of required toggles that are missing here because they have no file. */
  get missingToggles(): readonly string[] {
    const required = this.#served().flatMap(({ toggle }) => toggle.prerequisites.flatMap(({ key }) => key ?? []));
    return [...new Set(required)].filter((key) => !this.#files.has(key)).sort();
  }

  /** Updates a file; `document` is undefined if the file was deleted. @returns true if the data for SDKs has changed */
  take(file: LocalFile, document: JsonDocument | string | Unreadable | undefined): boolean {
    const before = this.#toggles.get(file.uri);
    if (document === undefined) this.#forget(file);
    else this.#toggles.set(file.uri, this.#taken(file, document, before));
    const isChanged = this.#toggles.get(file.uri)?.served?.json !== before?.served?.json;
    if (isChanged) this.#repository = undefined;
    return isChanged;
  }

  /** Data for server SDKs; unchanged data is the same object. Versions rise across runs: SDKs ignore lower versions. */
  get repository(): { readonly json: string; readonly version: number } {
    if (this.#repository !== undefined) return this.#repository;
    this.#version = Math.max(this.#version + 1, this.clock());
    const toggles = this.#served().map(({ toggle, json }) => [toggle.key, json] as const);
    const keys = new Set([...this.#segments.keys(), ...this.#namedSegments()]);
    const segments = Array.from(keys, (key) => [key, segmentJson(key, this.#segment(key))] as const);
    this.#repository = { json: repositoryJson(toggles, segments, this.#version), version: this.#version };
    return this.#repository;
  }

  #isForServersAlone({ key }: Toggle): boolean {
    return this.known.forServersAlone?.has(key) === true;
  }

  /** The data for client SDKs: each toggle's value. */
  evaluatedFor(user: User): string {
    const environment: Environment = {
      toggle: (key) => this.#toggles.get(this.#files.get(key) ?? '')?.served?.toggle ?? 'missing',
      segment: (key) => this.#segment(key),
    };
    const values = this.#served()
      .filter(({ toggle }) => !this.#isForServersAlone(toggle))
      .map(({ toggle }) => `${JSON.stringify(toggle.key)}:${evaluatedJson(toggle, user, environment)}`);
    return `{${values.join(',')}}`;
  }

  #forget({ toggle, uri }: LocalFile): void {
    this.#toggles.delete(uri);
    if (this.#files.get(toggle) === uri) this.#files.delete(toggle);
  }

  #served() {
    return Array.from(this.#toggles.values()).flatMap(({ served }) => served ?? []);
  }

  #segment(key: string): Segment {
    return this.#segments.get(key) ?? [];
  }

  #namedSegments(): ReadonlySet<string> {
    const conditions = this.#served().flatMap(({ toggle }) => toggle.rules.flatMap((rule) => rule.conditions));
    return new Set(conditions.flatMap(({ type, objects }) => (type === 'segment' ? objects : [])));
  }

  #taken(file: LocalFile, content: JsonDocument | string | Unreadable, before: LocalToggle | undefined): LocalToggle {
    const last = {
      ...file,
      served: before?.served,
      returnType: before?.returnType,
      assumed: before?.assumed ?? [],
    };
    const first = this.#files.get(file.toggle) ?? file.uri;
    this.#files.set(file.toggle, first);
    if (first !== file.uri)
      return {
        ...last,
        trouble: trouble('twice', t('Another file of this toggle is served: {0}', lastFolders(first))),
      };
    if (typeof content === 'object' && 'unreadable' in content)
      return { ...last, trouble: trouble('unreadable', notReadable(content)) };
    const { targeting: written, document } = readFrom(content);
    const live = this.known.live?.get(file.toggle);
    const targeting = live === undefined ? written : withLeft(written, live.content, live.disabled);
    const lineOf = (offset: number) => document().positionAt(offset).line;
    const [syntax] = targeting === undefined ? document().syntaxProblems : [];
    if (syntax !== undefined)
      return { ...last, trouble: trouble('syntax', syntaxProblem(syntax).message, lineOf(syntax.start)) };
    const known = this.known.returnType(file.toggle);
    const returnType = known ?? typeNow(targeting, before?.returnType);
    const type = known === undefined ? [returnType] : [];
    const typed = { ...last, returnType, assumed: [...type, ...assumedFor(targeting)] };
    const misfit = known === undefined ? misfitOf(targeting, returnType) : undefined;
    if (misfit !== undefined) return { ...typed, trouble: trouble('type', misfit) };
    const { made: toggle, obstacle } = builtToggle({ key: file.toggle, returnType, targeting });
    if (obstacle !== undefined) {
      const left = leftToService(targeting);
      const line = lineOf(spanAt(document(), obstacle.path, 'value').start);
      const isLeft = left.includes('variations');
      const words = isLeft ? t('Fields not in the file, so unknown here: {0}', listOf(left)) : obstacleHere(obstacle);
      return { ...typed, trouble: trouble(obstacle.status, words, line) };
    }
    const notServed = this.known.notServed?.(toggle);
    if (notServed !== undefined) return { ...typed, served: undefined, trouble: trouble('vanishes', notServed) };
    const variations = variationsOf(targeting).map(({ name, value }) => [name, value].find(isFilled) ?? '');
    return {
      ...typed,
      served: { toggle, json: toggleJson(toggle, !this.#isForServersAlone(toggle)), variations },
      trouble: undefined,
    };
  }
}

function jsonOf(segments: ReadonlyMap<string, Segment>): string {
  return Array.from(segments, ([key, segment]) => segmentJson(key, segment)).join();
}

function trouble(kind: Trouble['kind'], words: string, line?: number): Trouble {
  return { kind, words, line };
}

/** Reads valid JSON with `JSON.parse`, which is fastest; only syntax errors and positions need a document. */
function readFrom(content: JsonDocument | string): {
  /** Plain data; undefined if the text is invalid. */
  readonly targeting: unknown;
  readonly document: () => JsonDocument;
} {
  const document = () => (typeof content === 'string' ? parse(content) : content);
  if (typeof content === 'object')
    return { targeting: content.syntaxProblems.length > 0 ? undefined : content.root?.value, document };
  return { targeting: plainJson(content), document };
}

/** Describes an obstacle that affects only this toggle: other toggles are still served. */
function obstacleHere({ status }: Obstacle): string {
  return status === 'vanishes'
    ? t('The service would omit this toggle, because the toggle is invalid.')
    : t('On the service, this would freeze the environment: it cannot be read.');
}

/** The end of the path, long enough to distinguish two files. */
function lastFolders(uri: string): string {
  return uri
    .split('/')
    .slice(-3)
    .map((part) => decoded(part) ?? part)
    .join('/');
}

function isFilled(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}
