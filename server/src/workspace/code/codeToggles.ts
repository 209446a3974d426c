/** Collects the toggles that code may request. They come from the targeting files and the services' lists. */
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { isReturnType } from '../../core/evaluation/values/values.js';
import type { ServiceKnowledge } from '../../core/protocol.js';
import type { ToggleFile } from '../../core/targeting/toggles.js';
import type { Project } from '../project.js';
import type { CodeScope } from './codeScopes.js';
import { toggleFilesOf } from './codeScopes.js';

export interface CodeToggle {
  readonly key: string;
  readonly name: string | undefined;
  /** The return type; undefined if it is unknown or differs between services. */
  readonly returnType: ReturnType | undefined;
  readonly files: readonly ToggleFile[];
}

export interface CodeToggles {
  readonly byKey: ReadonlyMap<string, CodeToggle>;
  readonly areAll: boolean;
}

/** The named environments in which a toggle has no file. A file without an environment is for all environments. */
export function environmentsWithout(files: CodeToggle['files'], names: readonly string[] = []): readonly string[] {
  return names.filter((name) => !files.some(({ environment = name }) => environment === name));
}

/** `areAll`: true if all projects in the config are known. */
export interface Listed {
  readonly projects: readonly Pick<ServiceKnowledge, 'toggles' | 'hasAllToggles'>[];
  readonly areAll: boolean;
}

export function codeToggles(scope: CodeScope, project: Project, { projects, areAll }: Listed): CodeToggles {
  const files = new Map<string, ToggleFile[]>();
  for (const file of toggleFilesOf(scope, project)) files.set(file.toggle, [...(files.get(file.toggle) ?? []), file]);
  const types = new Map<string, Set<string>>();
  for (const { key, returnType } of projects.flatMap(({ toggles }) => toggles)) {
    const known = types.get(key) ?? new Set();
    types.set(key, returnType === undefined ? known : known.add(returnType));
  }
  const names = new Map(projects.flatMap(({ toggles }) => toggles.map(({ key, name }) => [key, name] as const)));
  const toggles = Array.from(new Set([...files.keys(), ...types.keys()]), (key): CodeToggle => {
    const [type, another] = types.get(key) ?? [];
    const returnType = another === undefined && isReturnType(type) ? type : undefined;
    return { key, name: names.get(key), returnType, files: files.get(key) ?? [] };
  });
  return {
    byKey: new Map(toggles.map((toggle) => [toggle.key, toggle])),
    areAll:
      (scope.code.isComplete && !project.files.mayMissFiles) ||
      (areAll && projects.every(({ hasAllToggles }) => hasAllToggles)),
  };
}
