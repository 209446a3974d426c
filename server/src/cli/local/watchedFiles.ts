/** Watches the files of an environment by their stamps, since containers and network folders may report no changes. */
import { dirname, join } from 'node:path';
import { t } from '../../core/t.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { configFileName, usersFileName } from '../../core/targeting/fileNames.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import type { LocalFile, LocalToggle } from '../../workspace/local/localEnvironment.js';
import { LocalEnvironment } from '../../workspace/local/localEnvironment.js';
import { boundsOf } from '../files/commandProject.js';
import type { World } from '../world.js';
import type { EnvironmentFiles, LocalPlaces } from './environmentFiles.js';
import { environmentFiles, targetingFiles } from './environmentFiles.js';
import type { KnownOnline } from './knownOnline.js';
import { notAListOfUsers, troubleOf } from './servedWords.js';
import { pathOf } from '../../workspace/disk/paths.js';

export interface Look {
  /** Whether SDKs now receive different data. */
  readonly isNews: boolean;
  readonly isChanged: boolean;
}

export class WatchedFiles {
  readonly environment: LocalEnvironment;
  readonly #bounds: Bounds;
  #found: EnvironmentFiles;
  #around = '';
  #files: readonly LocalFile[] = [];
  readonly #stamps = new Map<string, string>();

  constructor(
    private readonly options: LocalPlaces,
    found: EnvironmentFiles,
    private readonly online: KnownOnline,
    private readonly world: World,
  ) {
    this.#found = found;
    this.#bounds = boundsOf({ places: options.places, followLinks: false }, world);
    this.environment = new LocalEnvironment(online, () => world.time() * 1_000);
  }

  look(): Look {
    const around = this.#lookAround();
    const areOthers = around !== this.#around;
    this.#around = around;
    let isNews = areOthers && this.#takeOthers();
    let isChanged = areOthers;
    for (const file of this.#files) {
      const stamp = this.world.files.stamp(pathOf(file.uri)) ?? '';
      if (this.#stamps.get(file.uri) === stamp) continue;
      this.#stamps.set(file.uri, stamp);
      isNews = this.environment.take(file, this.world.disk.read(file.uri, MAX_TEXT_LENGTH)) || isNews;
      isChanged = true;
    }
    return { isNews, isChanged };
  }

  /** The problems, by the URI of their file. The key '' has the problems that make the list of files incomplete. */
  get troubles(): ReadonlyMap<string, string> {
    const { failures, nothing, users } = this.#found;
    const { folder } = this.world;
    const unknown = [...failures, ...nothing];
    const wrong = users.filter(({ areAll }) => !areAll);
    return new Map([
      ...(unknown.length === 0 ? [] : [['', sentencesOf(unknown)] as const]),
      ...wrong.map(({ uri }) => [uri, notAListOfUsers(uri, folder)] as const),
      ...Array.from(this.environment.toggles).flatMap((toggle) => {
        const words = troubleOf(toggle, folder);
        return words === undefined ? [] : [[toggle.uri, sentencesOf([words, ...whatIsServed(toggle)])] as const];
      }),
    ]);
  }

  /** @returns a fingerprint of the list of files, and of the configs and users files in and above their folders */
  #lookAround(): string {
    const { paths, failures } = targetingFiles(this.options.places, this.world, this.#bounds);
    const folders = new Set<string>();
    for (const path of [join(this.world.folder, 'any'), ...paths])
      for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    const stamps = [...folders].flatMap((folder) =>
      [configFileName, usersFileName].map((name) => this.world.files.stamp(join(folder, name)) ?? ''),
    );
    return [...paths, ...failures, ...stamps].join('\n');
  }

  /** Updates the list of files. An incomplete list is ignored. @returns whether SDKs now receive different data */
  #takeOthers(): boolean {
    this.#found = environmentFiles(this.options, this.world, this.#bounds);
    const { files, failures, users } = this.#found;
    if (failures.length > 0) return false;
    const toggles = new Map(files.map(({ uri, toggle }) => [uri, toggle]));
    const gone = this.#files.filter(({ uri, toggle }) => toggles.get(uri) !== toggle);
    this.#files = files;
    let isNews = false;
    for (const file of gone) {
      this.#stamps.delete(file.uri);
      isNews = this.environment.take(file, undefined) || isNews;
    }
    // If two files define a toggle, the second file is read again, because the first file may be gone.
    for (const { uri, trouble } of this.environment.toggles) if (trouble?.kind === 'twice') this.#stamps.delete(uri);
    if (users.some(({ areAll }) => !areAll)) return isNews;
    const segments = new Map([...users.flatMap((file) => [...file.segments]), ...this.online.segments]);
    return this.environment.define(segments) || isNews;
  }
}

function whatIsServed({ served, trouble }: LocalToggle): readonly string[] {
  if (trouble?.kind === 'twice') return [];
  return [served === undefined ? t('It is not served.') : t('Its last good version is served.')];
}
