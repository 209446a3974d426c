/** `toggle-targeting serve`: serves the files of an environment to local applications until the command is stopped. */
import { basename } from 'node:path';
import { t } from '../../core/t.js';
import { relativeTime } from '../../core/features/layout/relativeTime.js';
import type { LocalServer } from '../../serve/contract.js';
import { localSource, notesOf } from '../../workspace/local/localSource.js';
import { boundsOf } from '../files/commandProject.js';
import type { Access } from '../deploy/access.js';
import { eraseLine } from '../progress.js';
import { shownUri } from '../files/paths.js';
import { lined } from '../reports/lines.js';
import { printErrors, visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { spokenLocale } from '../../service/words/timeOf.js';
import type { LocalPlaces } from './environmentFiles.js';
import { environmentFiles } from './environmentFiles.js';
import { knownOnline, nothingKnownOnline } from './knownOnline.js';
import { WatchedFiles } from './watchedFiles.js';
import { assumptions } from './servedWords.js';

export interface ServeOptions extends LocalPlaces {
  readonly port: number;
  readonly sdkKey: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/** The minimum pause between two checks of the files. A pause is also at least 20 times as long as the last check. */
const MIN_PAUSE_MS = 200;
const PAUSES_PER_LOOK = 20;

export async function serve(options: ServeOptions, world: World, access?: Access): Promise<ExitCode> {
  const { environment: name, places, port, sdkKey, allowedOrigins } = options;
  const found = environmentFiles(options, world, boundsOf({ places, followLinks: false }, world));
  printErrors(world, ...found.notes);
  const online = access && name !== undefined ? await knownOnline(found, name, access) : nothingKnownOnline;
  const failures = [...found.failures, ...found.nothing, ...online.failures];
  if (failures.length > 0) return printErrors(world, ...failures);
  const watched = new WatchedFiles(options, found, online, world);
  watched.look();
  const clock = () => world.time() * 1_000;
  const source = localSource(watched.environment, world.time);
  const cancel = world.interruption();
  let server: LocalServer;
  try {
    server = await world.startLocalServer({ source, t, port, sdkKey, allowedOrigins, clock, onTally: () => undefined });
  } catch (error) {
    return printErrors(world, error instanceof Error ? error.message : String(error));
  }
  const screen = new Screen(world, server, watched);
  screen.start(name ?? basename(world.folder), sdkKey !== undefined);
  await watch(watched, server, screen, world, cancel);
  screen.clear();
  await server.close();
  return 0;
}

async function watch(watched: WatchedFiles, server: LocalServer, screen: Screen, world: World, cancel: AbortSignal) {
  for (let pause = MIN_PAUSE_MS; !cancel.aborted;) {
    await world.wait(pause, cancel);
    const begun = world.now();
    const { isNews, isChanged } = watched.look();
    if (isNews) server.changed();
    screen.show(isNews, isChanged);
    pause = Math.max(MIN_PAUSE_MS, PAUSES_PER_LOOK * (world.now() - begun));
  }
}

class Screen {
  #told: ReadonlyMap<string, string> = new Map();
  #notes: readonly string[] = [];
  /** The time of the last change, in Unix seconds. */
  #changed: number | undefined;
  #line = '';

  constructor(
    private readonly world: World,
    private readonly server: LocalServer,
    private readonly watched: WatchedFiles,
  ) {}

  start(environment: string, hasKey: boolean): void {
    const lines = [
      t('Serving {0} to applications on this machine. Toggles: {1}', visible(environment), this.#count()),
      t('Remote URL for SDKs: {0}', this.server.url),
      hasKey ? t('SDK key: as given with --sdk-key') : t('SDK key: any'),
      t('Press Ctrl+C to stop.'),
    ];
    this.world.output.write(lined(lines));
    for (const sentence of assumptions(this.watched.environment)) this.#say(sentence);
    this.#tell();
  }

  /** Updates the screen. Problems that exist only while a file is being written are not shown. */
  show(isNews: boolean, isChanged: boolean): void {
    if (isNews) this.#changed = this.world.time();
    if (!isChanged) this.#tell();
    if (!this.world.messages.isTerminal) return;
    const { time, messages } = this.world;
    const ago = this.#changed === undefined ? undefined : Math.min(-1, this.#changed - time()) * 1_000;
    const counts = t('Requests: {0} · toggles: {1}', this.server.tally.requests, this.#count());
    const line = ago === undefined ? counts : t('{0} · last change: {1}', counts, relativeTime(ago, spokenLocale()));
    if (line !== this.#line) messages.write(`${eraseLine}${line}`);
    this.#line = line;
  }

  clear(): void {
    if (this.#line !== '') this.world.messages.write(eraseLine);
    this.#line = '';
  }

  #count(): number {
    return Array.from(this.watched.environment.toggles).filter(({ served }) => served !== undefined).length;
  }

  #tell(): void {
    const { troubles } = this.watched;
    for (const [uri, words] of troubles) if (this.#told.get(uri) !== words) this.#say(words);
    for (const uri of this.#told.keys()) if (!troubles.has(uri)) this.#say(this.#over(uri));
    this.#told = troubles;
    const notes = notesOf(this.watched.environment);
    for (const note of notes) if (!this.#notes.includes(note)) this.#say(note);
    this.#notes = notes;
  }

  #over(uri: string): string {
    if (uri === '') return t('All files can be read again.');
    const path = shownUri(uri, this.world.folder);
    return this.world.disk.kindOf(uri) === 'missing' ? t('{0} is gone.', path) : t('{0} is fine again.', path);
  }

  #say(sentence: string): void {
    this.clear();
    printErrors(this.world, sentence);
  }
}
