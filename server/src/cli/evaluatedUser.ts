/** The user whom `evaluate FILE` is asked about: one of the nearest users file, and what the arguments say of them. */
import { fileURLToPath } from 'node:url';
import { t } from '@vscode/l10n';
import type { Profile } from '../core/evaluation/users.js';
import { userNamed } from '../core/evaluation/users.js';
import { usersFileName } from '../core/targeting/fileNames.js';
import type { EvaluateOptions } from './evaluateOptions.js';
import type { OneFile } from './oneFile.js';
import { shownPath } from './paths.js';
import type { World } from './world.js';

/** @returns why there is no such user, where there is none. What the arguments say comes before the file. */
export function evaluatedUser(options: EvaluateOptions, file: OneFile, world: World): Profile | string {
  const { key, attributes, segments } = options;
  const written = options.user === undefined ? undefined : writtenUser(options.user, file, world);
  if (typeof written === 'string') return written;
  return {
    key: key ?? written?.key,
    attributes: new Map([...(written?.attributes ?? []), ...attributes]),
    segments: segments ?? written?.segments,
  };
}

function writtenUser(name: string, { uri, path, project }: OneFile, { folder }: World): Profile | string {
  const users = project.users(uri);
  if (users === undefined)
    return t('There is no {0} beside {1} or above it, so there is no user {2}.', usersFileName, path, quoted(name));
  const shown = quoted(shownPath(fileURLToPath(users.uri), folder));
  if (users.unreadable !== undefined) return t('{0} cannot be read ({1}).', shown, users.unreadable);
  return userNamed(users, name) ?? t('{0} has no user {1}.', shown, quoted(name));
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
