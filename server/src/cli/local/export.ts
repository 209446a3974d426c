/** `toggle-targeting export`: writes the data that SDKs receive for an environment, built from its files. */
import { t } from '../../core/t.js';
import type { Profile } from '../../core/evaluation/users.js';
import { isExport } from '../../core/evaluation/sdks/sdkData.js';
import { User } from '../../core/evaluation/user.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import { usersFileName } from '../../core/targeting/fileNames.js';
import { LocalEnvironment } from '../../workspace/local/localEnvironment.js';
import { notesOf } from '../../workspace/local/localSource.js';
import type { UsersFile } from '../../workspace/usersFile.js';
import type { AskedUser } from '../evaluate/askedUser.js';
import { profileOf, writtenUser } from '../evaluate/askedUser.js';
import { boundsOf } from '../files/commandProject.js';
import type { Access } from '../deploy/access.js';
import { printErrors, visibleJson } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { standardOutput, writerOf } from '../files/writeText.js';
import type { LocalPlaces } from './environmentFiles.js';
import { environmentFiles } from './environmentFiles.js';
import { knownOnline, nothingKnownOnline } from './knownOnline.js';
import { assumptions, notAListOfUsers, troubleOf } from './servedWords.js';

export interface ExportOptions extends LocalPlaces {
  readonly out: string | undefined;
  readonly force: boolean;
  /** The user of a client SDK; if undefined, the data is for server SDKs. */
  readonly client: AskedUser | undefined;
}

/** @returns 1 if a file cannot be exported unchanged, 2 on errors */
export async function exportData(options: ExportOptions, world: World, access?: Access): Promise<ExitCode> {
  const { out, force, client, environment: name } = options;
  const fail = (sentences: readonly string[], code: ExitCode): ExitCode => {
    printErrors(world, ...sentences, ...(out === undefined ? [] : [t('{0} was not written.', JSON.stringify(out))]));
    return code;
  };
  const bounds = boundsOf({ places: options.places, followLinks: false }, world);
  const isReplaced = (text: string) => force || isExport(text);
  const write = writerOf({ path: out ?? standardOutput, bounds, isReplaced }, world);
  if (typeof write === 'string') return fail([write], 2);
  const found = environmentFiles(options, world, bounds);
  printErrors(world, ...found.notes);
  const astray = [...found.failures, ...found.nothing];
  if (astray.length > 0) return fail(astray, 2);
  const wrong = found.users.filter(({ areAll }) => !areAll).map(({ uri }) => notAListOfUsers(uri, world.folder));
  if (wrong.length > 0) return fail(wrong, 2);
  const profile = client && profileAsked(client, found.users, world);
  if (typeof profile === 'string') return fail([profile], 2);
  const online = access && name !== undefined ? await knownOnline(found, name, access) : nothingKnownOnline;
  if (online.failures.length > 0) return fail(online.failures, 2);
  const segments = new Map([...found.users.flatMap((users) => [...users.segments]), ...online.segments]);
  // The time is constant, so that the same files always produce the same output.
  const environment = new LocalEnvironment({ ...online, segments }, () => 1);
  for (const file of found.files) {
    environment.take(file, world.disk.read(file.uri, MAX_TEXT_LENGTH));
    await world.pause();
  }
  const troubles = Array.from(environment.toggles).flatMap((each) => troubleOf(each, world.folder) ?? []);
  if (troubles.length > 0) return fail(troubles, 1);
  printErrors(world, ...assumptions(environment), ...notesOf(environment));
  const json = profile
    ? environment.evaluatedFor(userOf(profile, client.now ?? world.time()))
    : environment.repository.json;
  const unwritten = write(`${visibleJson(json)}\n`);
  return unwritten === undefined ? 0 : fail([unwritten], 2);
}

function userOf({ key, attributes, segments }: Profile, now: number): User {
  return new User(key, attributes, now, segments && new Set(segments));
}

function profileAsked(asked: AskedUser, files: readonly UsersFile[], { folder }: World): Profile | string {
  const { user } = asked;
  if (user === undefined) return profileOf(asked, undefined);
  const found = files.map((users) => writtenUser(user, users, folder));
  const written =
    found.find((each) => typeof each === 'object') ??
    found[0] ??
    t('There is no {0} for these files, so there is no user {1}.', usersFileName, JSON.stringify(user));
  return typeof written === 'string' ? written : profileOf(asked, written);
}
