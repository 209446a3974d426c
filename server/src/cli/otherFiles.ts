/** What is known beside a file: all files below the folder, or below the config and the users that count for it, that are there. */
import type { FilesBeside } from '../core/checks/filesBeside.js';
import type { JsonDocument } from '../core/json/document.js';
import { largestText, parse } from '../core/json/document.js';
import type { Users } from '../core/evaluation/users.js';
import type { Beside } from '../core/results/evaluated.js';
import { Evaluated } from '../core/results/evaluated.js';
import { hasPrerequisites } from '../core/targeting/model.js';
import { identityOf } from '../workspace/config/identity.js';
import { requiredToggles } from '../workspace/requiredToggles.js';
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import { otherToggles } from '../core/targeting/otherToggles.js';
import type { Toggles } from '../core/targeting/toggles.js';
import { BesideFiles } from '../workspace/besideFiles.js';
import type { Bounds } from '../workspace/bounds.js';
import { folderOf } from '../workspace/uris.js';
import type { ConfigFiles } from '../workspace/configFiles.js';
import { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import type { World } from './world.js';

/** What a service tells of a toggle and its segments. */
export type KnownOfService = Pick<Beside, 'returnType' | 'segments' | 'otherSegments'>;

const nothingKnown: KnownOfService = { returnType: undefined, segments: undefined };

export interface FilesAround {
  readonly toggles: (uri: string) => Promise<Toggles>;
  /** Of a targeting file. */
  readonly others: (uri: string) => Promise<OtherToggles | undefined>;
  /** Of users or tests. */
  readonly beside: (uri: string) => Promise<FilesBeside>;
  /** A targeting file, with the toggles that it requires as they are on disk now. `known`: of its service, where it was asked. */
  readonly evaluated: (uri: string, document: JsonDocument, known?: KnownOfService) => Promise<Evaluated>;
  /** Those that count for a targeting file. */
  readonly users: (uri: string) => Users;
}

export function filesAround(
  { disk, time }: Pick<World, 'disk' | 'time'>,
  bounds: Bounds,
  configs: ConfigFiles,
): FilesAround {
  const workspace: WorkspaceFiles = new WorkspaceFiles({
    disk,
    bounds,
    nearestConfig: (uri) => configs.nearest(uri),
    onChanged: () => {
      besideFiles.targetingChanged();
    },
    failed: (error) => {
      throw error;
    },
  });
  const besideFiles: BesideFiles = new BesideFiles({ disk, configs, workspace, areKnown: () => true });
  const lookBelow = (uri: string) => {
    const folder = folderOf(uri);
    if (!workspace.isInside(`${folder}/.`)) workspace.foldersChanged({ added: [folder], removed: [] });
  };
  const toggles = async (uri: string) => {
    lookBelow(configs.above(uri)?.uri ?? uri);
    const found = await workspace.ready();
    // One that is not on disk, as its text comes on standard input, has its place among the others all the same.
    if (found.of(uri) === undefined) workspace.opened(uri, parse(''));
    return workspace.ready();
  };
  return {
    toggles,
    evaluated: async (uri, document, known = nothingKnown) => {
      const textOf = (other: string) => {
        const text = disk.read(other, largestText);
        return typeof text === 'string' ? text : undefined;
      };
      const required = hasPrerequisites(document) ? requiredToggles(uri, document, await toggles(uri), textOf) : [];
      return new Evaluated(document, {
        toggle: identityOf(uri, await configs.nearest(uri)).toggle,
        ...known,
        toggles: new Map(Array.from(required, ([key, { source }]) => [key, source])),
        otherToggles: 'unknown',
        now: time(),
      });
    },
    users: (uri) => besideFiles.usersFor(uri) ?? { all: [], areAll: true },
    others: async (uri) => otherToggles(await toggles(uri), uri),
    beside: async (uri) => {
      lookBelow(configs.above(uri)?.uri ?? uri);
      lookBelow(besideFiles.usersFor(uri)?.uri ?? uri);
      await workspace.ready();
      return besideFiles.of(uri);
    },
  };
}
