/** What the service says about toggles and segments apart from their targeting, with the field names of the real one. */
import { lockedRequest } from './answers.js';
import { collationKey, type Found } from './collation.js';
import type { Targeting } from './model.js';
import type { Call } from './scene.js';
import type { ProjectSeed, SegmentSeed, ToggleSeed } from './seed.js';
import { wholeSecond } from './times.js';

interface Item {
  readonly key: string;
  readonly toggle: ToggleSeed;
  readonly targeting: Targeting | undefined;
}

/** @param began when everything was seeded */
export function toggleItem({ key, toggle, targeting }: Item, began: string): object {
  const { name = key, returnType = 'boolean', desc = '', permanent = false, tags } = toggle;
  const request = targeting && lockedRequest(targeting);
  return {
    name,
    key,
    permanent,
    returnType,
    desc,
    tags,
    disabled: targeting?.disabled,
    modifiedTime: wholeSecond(began),
    modifiedBy: 'seed',
    locked: request !== undefined,
    lockedBy: request?.submitBy,
    lockedTime: request && wholeSecond(request.createdTime),
    releaseStatus: targeting?.status,
  };
}

export function toggleAnswer(key: string, toggle: ToggleSeed, began: string): object {
  const { name = key, returnType = 'boolean', desc = '', permanent = false, tags = [], archived = false } = toggle;
  return {
    name,
    key,
    permanent,
    returnType,
    disabledServe: 0,
    archived,
    desc,
    variations: toggle.variations,
    clientAvailability: true,
    tags,
    createdTime: wholeSecond(began),
    modifiedTime: wholeSecond(began),
    modifiedBy: 'seed',
  };
}

export function segmentAnswer(key: string, segment: SegmentSeed, projectKey: string, began: string): object {
  const { name = key, description = '', rules = [] } = segment;
  const times = { createdTime: wholeSecond(began), modifiedTime: wholeSecond(began), modifiedBy: 'seed' };
  return { name, key, rules, description, projectKey, ...times, version: 1 };
}

/** Every toggle in every environment whose rules name the segment, archived ones included. */
export function segmentToggles({ keys, store }: Call, project: Found<ProjectSeed>): readonly object[] {
  const wanted = collationKey(keys['segment'] ?? '');
  const toggles = Object.entries(project.value.toggles);
  return Object.keys(project.value.environments).flatMap((environment) =>
    toggles.flatMap(([key, { name = key }]) => {
      const targeting = store.get({ project: project.key, environment, toggle: key });
      const using = targeting?.content.rules
        ?.flatMap(({ conditions = [] }) => conditions)
        .some(({ type, objects = [] }) => {
          return type === 'segment' && objects.some((object) => collationKey(String(object)) === wanted);
        });
      if (!targeting || using !== true) return [];
      const { disabled } = targeting;
      return [{ name, key, environmentName: environment, environmentKey: environment, disabled, analyzing: false }];
    }),
  );
}
