/** The toggles that require another one, directly or through others, as the files of its environment say. */
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH } from '../core/json/document.js';
import type { Dependent } from '../core/results/dependents.js';
import type { Evaluated } from '../core/results/evaluated.js';
import type { ToggleFile, Toggles } from '../core/targeting/toggles.js';
import type { Project } from './project.js';

/** The nearest ones first. More are not looked at. */
const MAX_DEPENDENTS = 50;

export interface DependentFile {
  readonly file: ToggleFile;
  /** Keys from what it requires itself to the toggle that was asked about. */
  readonly through: readonly string[];
}

export function dependentsIn(toggles: Toggles, uri: string): readonly DependentFile[] {
  const own = toggles.of(uri);
  if (own === undefined) return [];
  const found = new Map<string, DependentFile>();
  const open: DependentFile[] = [{ file: own, through: [] }];
  for (const { file: required, through } of open) {
    for (const file of requiring(toggles, required)) {
      if (found.has(file.uri) || file.uri === uri) continue;
      if (found.size === MAX_DEPENDENTS) return [...found.values()];
      const dependent = { file, through: [required.toggle, ...through] };
      found.set(file.uri, dependent);
      open.push(dependent);
    }
  }
  return [...found.values()];
}

/** Files of the same environment whose toggles require that of a file themselves. */
export function requiring(toggles: Toggles, required: ToggleFile): readonly ToggleFile[] {
  return [...toggles.files()].filter(
    ({ uri, targeting }) =>
      uri !== required.uri &&
      targeting.required.includes(required.toggle) &&
      toggles.named(required.toggle, uri).some((each) => each.uri === required.uri),
  );
}

/** How a file is made ready to be evaluated, with other texts in place of some files. */
export type EvaluatedWith = (
  uri: string,
  json: JsonDocument,
  instead: ReadonlyMap<string, string>,
) => Promise<Evaluated>;

/** @param before and `after`: texts of the file */
export async function dependentsOf(
  project: Project,
  uri: string,
  [before, after]: readonly [before: string, after: string],
  evaluated: EvaluatedWith,
): Promise<readonly Dependent[]> {
  const files = dependentsIn(await project.ready(uri), uri);
  const dependents = files.map(async ({ file, through }): Promise<readonly Dependent[]> => {
    const json = project.document(file.uri, MAX_TEXT_LENGTH);
    if (json === undefined || 'unreadable' in json) return [];
    const [earlier, later] = [
      await evaluated(file.uri, json, new Map([[uri, before]])),
      await evaluated(file.uri, json, new Map([[uri, after]])),
    ];
    return [{ key: file.toggle, before: earlier, after: later, through }];
  });
  return (await Promise.all(dependents)).flat();
}
