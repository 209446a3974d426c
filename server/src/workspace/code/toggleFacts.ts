/** Facts about toggles for display in code. */
import type { ToggleInCode, TogglesInCode } from '../../core/features/inCode/togglesInCode.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import type { ToggleFile } from '../../core/targeting/toggles.js';
import { requiring } from '../dependents.js';
import type { Project } from '../project.js';
import type { CodeScope } from './codeScopes.js';
import type { CodeToggle, CodeToggles } from './codeToggles.js';
import { environmentsWithout } from './codeToggles.js';

export function togglesInCode(
  { targeting }: CodeScope,
  { byKey, areAll }: CodeToggles,
  project: Project,
): TogglesInCode {
  const environments = targeting.parsed.environmentNames ?? [];
  return {
    areAll,
    keys: () => [...byKey.keys()],
    toggle: (key) => {
      const toggle = byKey.get(key);
      return toggle && toggleInCode(toggle, environments, project);
    },
    documentOf: (uri) => {
      const document = project.document(uri, MAX_TEXT_LENGTH);
      return document === undefined || 'unreadable' in document ? undefined : document;
    },
  };
}

function toggleInCode(
  { key, name, returnType, files }: CodeToggle,
  environments: readonly string[],
  project: Project,
): ToggleInCode {
  const placeOf = ({ environment = '' }: ToggleFile) => environments.indexOf(environment);
  return {
    ...{ key, name, returnType },
    places: files.toSorted((one, other) => placeOf(one) - placeOf(other)),
    get requiredBy() {
      const { toggles } = project.files;
      return [...new Set(files.flatMap((file) => requiring(toggles, file).map(({ toggle }) => toggle)))];
    },
    get variations() {
      const known = files.map(({ targeting }) => (targeting.isComplete ? targeting.values : undefined));
      return [...known, ...environmentsWithout(files, environments).map(() => undefined)];
    },
  };
}
