/** Reads users from `targeting.users.json` and from tests. Invalid parts are skipped; fileSchema.ts reports them. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { child, isScalar, listNamed, rangeIn, textNamed } from '../json/queries.js';
import { isWellFormed } from '../json/understood.js';

/** A user for whom toggles are evaluated: the data that SDKs receive, and the segments that the service knows. */
export interface Profile {
  /** The key that decides splits; undefined if the file omits it. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** Keys of all segments that contain the user; undefined if unknown. */
  readonly segments: readonly string[] | undefined;
}

export interface NamedUser extends Profile {
  readonly name: string;
  /** The key that decides splits; by default, the name. */
  readonly key: string;
  readonly description: string | undefined;
  readonly range: Range;
  readonly nameRange: Range;
}

export interface Users {
  /** The named users in file order. If two users have the same name, both are included. */
  readonly all: readonly NamedUser[];
  /** Whether `all` is complete: the text is valid JSON with a list of users. */
  readonly areAll: boolean;
  /** Segments for local applications by key: plain objects with `rules`. If keys are equal, the last segment counts. */
  readonly segments: ReadonlyMap<string, unknown>;
}

export const noUsers: Users = { all: [], areAll: true, segments: new Map() };

export function usersIn(document: JsonDocument): Users {
  const list = listNamed(document.root, 'users');
  return {
    all: (list?.items ?? []).flatMap((node) => userIn(document, node) ?? []),
    areAll: list !== undefined && isWellFormed(document),
    segments: segmentsIn(document),
  };
}

function segmentsIn(document: JsonDocument): Users['segments'] {
  const items = listNamed(document.root, 'segments')?.items ?? [];
  const named = items.flatMap((node) => {
    const key = textNamed(node, 'key');
    return key === undefined ? [] : [[key, node.value] as const];
  });
  return new Map(named);
}

export function userNamed({ all }: Users, name: string): NamedUser | undefined {
  return all.find((user) => user.name === name);
}

function userIn(document: JsonDocument, node: JsonNode): NamedUser | undefined {
  const name = child(node, 'name');
  if (name?.kind !== 'string' || name.value === '') return undefined;
  const profile = profileIn(document, node);
  return {
    ...profile,
    name: String(name.value),
    key: profile.key ?? String(name.value),
    description: textNamed(node, 'description'),
    range: rangeIn(document, node),
    nameRange: rangeIn(document, name),
  };
}

export function profileIn(document: JsonDocument, node: JsonNode): Profile {
  const attributes = child(node, 'attributes');
  const entries = attributes?.kind === 'object' ? [...attributes.byKey] : [];
  return {
    key: textNamed(node, 'key'),
    attributes: new Map(
      entries.flatMap(([name, { node: value }]) => {
        const text = textOf(document, value);
        return text === undefined ? [] : [[name, text] as const];
      }),
    ),
    segments: textsNamed(node, 'segments'),
  };
}

export function textsNamed(node: JsonNode | undefined, key: string): readonly string[] | undefined {
  return listNamed(node, key)?.items.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** A value as text. Numbers and booleans keep their spelling, so that a fix can quote them unchanged. */
export function textOf(document: JsonDocument, value: JsonNode | undefined): string | undefined {
  if (!isScalar(value) || value.kind === 'null') return undefined;
  return typeof value.value === 'string' ? value.value : document.text.slice(value.start, value.end);
}
