/** The single file that a command reads, with its project. */
import { t } from '../../core/t.js';
import type { JsonDocument } from '../../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import type { Project } from '../../workspace/project.js';
import { textIn } from '../../core/checks/text/encoding.js';
import { boundsOf, projectOf } from './commandProject.js';
import { findFiles, notFollowed } from './findFiles.js';
import { shownPath } from './paths.js';
import { printErrors } from '../reports/visible.js';
import type { World } from '../world.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';

export interface OneFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
  readonly document: JsonDocument;
  readonly project: Project;
}

/** @returns undefined after a message if the file is missing or unreadable */
export function oneFile(place: string, world: World): OneFile | undefined {
  const { files, folder } = world;
  const cannotRead = (path: string, reason: string) => {
    printErrors(world, t('{0} cannot be read ({1}).', JSON.stringify(shownPath(path, folder)), reason));
  };
  const bounds = boundsOf({ places: [place], followLinks: false }, world);
  const { paths, failures, skipped } = findFiles([place], world, bounds);
  printErrors(world, ...failures);
  if (skipped.length > 0) printErrors(world, notFollowed(skipped, folder));
  const [path, another] = paths;
  if (path === undefined || another !== undefined) {
    if (failures.length === 0) printErrors(world, t('{0} is not a single file.', JSON.stringify(place)));
    return undefined;
  }
  const bytes = files.read(path, MAX_TEXT_LENGTH);
  const text = bytes instanceof Uint8Array ? textIn(bytes) : bytes;
  if (typeof text !== 'string') {
    cannotRead(path, text?.unreadable ?? 'ENOENT');
    return undefined;
  }
  const project = projectOf(world, bounds, (uri, { unreadable }) => {
    cannotRead(pathOf(uri), unreadable);
  });
  const shown = shownPath(path, folder);
  return { uri: uriOf(path), path: shown, text, document: parse(text), project };
}
