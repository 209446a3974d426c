/** The files of a served environment, including unsaved text, with the known segments and return types. */
import { isReturnType } from '../../core/evaluation/values/values.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import type { Servable } from '../../core/protocol.js';
import type { KnownServices } from '../../workspace/services/knownServices.js';
import { segmentsOf } from '../../workspace/services/knownProject.js';
import type { LocalFile } from '../../workspace/local/localEnvironment.js';
import { LocalEnvironment } from '../../workspace/local/localEnvironment.js';
import { localFile } from '../../workspace/local/localFiles.js';
import type { Project } from '../../workspace/project.js';
import { Turns } from '../../workspace/turns.js';
import { folderOf } from '../../workspace/disk/uris.js';

interface Options {
  readonly project: Project;
  readonly services: KnownServices;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
}

export class ServedFiles {
  readonly environment: LocalEnvironment;
  /** The served files, by URI. */
  readonly #files = new Map<string, LocalFile>();

  constructor(
    readonly place: Servable,
    private readonly options: Options,
  ) {
    const returnType = (toggle: string) => this.#returnType(toggle);
    this.environment = new LocalEnvironment({ returnType, segments: new Map() }, options.now);
  }

  /** Reads all files and segments again. @returns whether SDKs receive different data afterwards */
  async takeAll(): Promise<boolean> {
    const turns = new Turns('asked');
    const there = Array.from((await this.options.project.ready()).files(), ({ uri }) => uri);
    let isChanged = false;
    for (const uri of new Set([...this.#files.keys(), ...there])) {
      isChanged = this.take(uri) || isChanged;
      await turns.pause();
    }
    return this.takeSegments() || isChanged;
  }

  /** Reads the current text of a file. @returns whether SDKs receive different data afterwards */
  take(uri: string): boolean {
    const before = this.#files.get(uri);
    const file = this.#fileOf(uri);
    const document = file && this.options.project.document(uri, MAX_TEXT_LENGTH);
    const isGone = before !== undefined && (document === undefined || before.toggle !== file?.toggle);
    const isForgotten = isGone && this.#forget(before);
    if (file === undefined || document === undefined) return isForgotten;
    this.#files.set(uri, file);
    return this.environment.take(file, document) || isForgotten;
  }

  /** Reads the segments again. @returns whether SDKs receive different data afterwards */
  takeSegments(): boolean {
    const { project, services } = this.options;
    const uris = [...this.#files.keys()];
    const users = new Set(uris.flatMap((uri) => project.users(uri) ?? []));
    const [only, another] = services.seen(uris[0] ?? '');
    const ofService = only !== undefined && another === undefined ? segmentsOf(only).segments : undefined;
    return this.environment.define(
      new Map([...[...users].flatMap(({ segments }) => [...segments]), ...(ofService ?? [])]),
    );
  }

  /** Stops serving a file. If another file has the same toggle, that file is served instead. */
  #forget(file: LocalFile): boolean {
    this.#files.delete(file.uri);
    const isChanged = this.environment.take(file, undefined);
    const others = [...this.#files.values()].filter(({ toggle }) => toggle === file.toggle);
    return others.map(({ uri }) => this.take(uri)).includes(true) || isChanged;
  }

  #fileOf(uri: string): LocalFile | undefined {
    const { project } = this.options;
    const { from, environment } = this.place;
    const isFromHere = (project.config(uri)?.uri ?? folderOf(uri)) === from;
    return isFromHere ? localFile(uri, environment, project) : undefined;
  }

  #returnType(toggle: string) {
    const file = [...this.#files.values()].find((each) => each.toggle === toggle);
    const known = this.options.services.of(file?.uri ?? '').map(({ returnType }) => returnType);
    return known.find(isReturnType);
  }
}
