/** The toggles that a file requires, directly or through others, as the files of its environment say. */
import type { ToggleSource } from '../core/evaluation/environment.js';
import { withLeftMarked } from '../core/evaluation/leftToService.js';
import { isReturnType } from '../core/evaluation/values.js';
import type { JsonDocument } from '../core/json/document.js';
import { parse } from '../core/json/document.js';
import { textNamed } from '../core/json/queries.js';
import { targetingOf } from '../core/targeting/model.js';
import type { Toggles } from '../core/targeting/toggles.js';

export interface RequiredToggle {
  /** Undefined where it has no file. */
  readonly uri: string | undefined;
  readonly document: JsonDocument;
  /** Files do not say what values of a toggle are: what is required of it does. */
  readonly source: ToggleSource;
}

/** More are not read with every keystroke. */
const MAX_REQUIRED_FILES = 100;

/**
 * By their keys. Where there is no file of a toggle, or several that may differ, nothing is known of it.
 * @param toggle the key of the file's own
 * @param textOf undefined of a file that cannot be read
 * @param instead texts by key, which count in place of files
 */
export function requiredToggles(
  { uri, toggle }: { readonly uri: string; readonly toggle: string },
  document: JsonDocument,
  toggles: Toggles,
  textOf: (uri: string) => string | undefined,
  instead?: ReadonlyMap<string, string>,
): ReadonlyMap<string, RequiredToggle> {
  const found = new Map<string, RequiredToggle>();
  const unread = [document];
  for (const each of unread) {
    for (const { key, node } of targetingOf(each).prerequisites) {
      if (key === undefined || key === toggle || found.has(key) || found.size === MAX_REQUIRED_FILES) continue;
      const [file, another] = toggles.named(key, uri);
      const onDisk = () => (file === undefined || another !== undefined ? undefined : textOf(file.uri));
      const text = instead?.get(key) ?? onDisk();
      if (text === undefined) continue;
      const required = parse(text);
      const type = textNamed(node, 'type');
      const returnType = isReturnType(type) ? type : undefined;
      found.set(key, {
        uri: file?.uri,
        document: required,
        source: { key, returnType, targeting: withLeftMarked(required.root?.value) },
      });
      unread.push(required);
    }
  }
  return found;
}
