/** Other toggles of a file's environment, for checks and completion. */
import type { TargetingSummary, ToggleFile, Toggles } from './toggles.js';
import { requirementsOf } from './toggles.js';

export interface OtherToggles {
  /** The key of the file's own toggle. */
  readonly own: string;
  readonly named: (key: string) => OtherToggle | undefined;
  /** Keys of the toggles that require the file's toggle to serve this value. */
  readonly requiring: (value: string) => readonly string[];
}

/** `values`: the values that the toggle can serve. `required`: the keys of the toggles that it requires. */
export type OtherToggle = Pick<TargetingSummary, 'values' | 'required'>;

/** @returns undefined if it is unknown which toggle the file describes */
export function otherToggles(toggles: Toggles, uri: string): OtherToggles | undefined {
  const file = toggles.of(uri);
  if (file === undefined) return undefined;
  const requiring = (value: string) => {
    const files = requirementsOf(toggles, file, value).flatMap((place) => toggles.of(place.uri)?.toggle ?? []);
    return [...new Set(files)];
  };
  return { own: file.toggle, named: (key) => asOne(toggles.named(key, uri)), requiring };
}

/** Merges the files of a toggle. A single file, the usual case, has a fast path, because calls are frequent. */
function asOne(files: readonly ToggleFile[]): OtherToggle | undefined {
  if (files.length < 2) return files[0]?.targeting;
  const values = files.map(({ targeting }) => targeting.values);
  return {
    values: values.every((each) => each !== undefined) ? [...new Set(values.flat())] : undefined,
    required: files.flatMap(({ targeting }) => targeting.required),
  };
}

/** Other toggles of the environment, without duplicates, each with its most likely required value first. */
export function otherTogglesOf(
  toggles: Toggles,
  uri: string,
): readonly { readonly key: string; readonly values: readonly string[]; readonly returnType: undefined }[] {
  const own = toggles.of(uri)?.toggle;
  const keys = new Set(Array.from(toggles.files(), ({ toggle }) => toggle));
  return [...keys].flatMap((key) => {
    const files = key === own ? [] : toggles.named(key, uri);
    return files.length === 0 ? [] : [{ key, values: files.flatMap(likelyFirst), returnType: undefined }];
  });
}

/** The attributes that conditions of a type use in any file. @param type undefined for conditions of all types */
export function* subjectsIn(toggles: Toggles, type: string | undefined): Generator<string> {
  for (const { targeting } of toggles.files()) {
    for (const each of targeting.asks.subjects) if (type === undefined || each.type === type) yield each.subject;
  }
}

/** The values of a toggle. The value that prerequisites most likely require is first: "true", or else the default. */
function likelyFirst(file: ToggleFile): readonly string[] {
  const values = file.targeting.variations?.flatMap(({ value }) => value?.text ?? []) ?? [];
  const likely = values.includes('true') ? 'true' : servedByDefault(file.targeting);
  return [...values].sort((a, b) => Number(b === likely) - Number(a === likely));
}

function servedByDefault({ serves, variations }: TargetingSummary): string | undefined {
  const served = serves.find(({ by }) => by === 'default');
  return variations?.[served?.variation ?? -1]?.value?.text;
}
