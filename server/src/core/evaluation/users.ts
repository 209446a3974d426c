/**
 * Users as people write them down: `targeting.users.json`, and those of tests. Read from any text, half typed ones too: what is
 * not as it should be is left out, and a problem of the file (checks/beside/fileSchema.ts) says so.
 */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { child, isScalar, listNamed, rangeIn, textNamed } from '../json/queries.js';
import { isUnderstood } from '../json/understood.js';

/** Who asks for a toggle: what SDKs are given, and what the service knows besides. */
export interface Profile {
  /** Undefined where the file does not say. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** The keys of all segments that the user is in; undefined if unknown. */
  readonly segments: readonly string[] | undefined;
}

export interface NamedUser extends Profile {
  readonly name: string;
  /** By default the name. */
  readonly key: string;
  readonly description: string | undefined;
  /** Of the whole object. */
  readonly range: Range;
  readonly nameRange: Range;
}

/** What a `targeting.users.json` says. */
export interface Users {
  /** In the order of the file. Those without a name are not among them; of a name that stands twice, both are. */
  readonly all: readonly NamedUser[];
  /** Whether these are surely all: the text is right JSON with a list of users. */
  readonly areAll: boolean;
  /** Of applications that run here: plain data by key, each an object with `rules`. Of a key that stands twice, the last. */
  readonly segments: ReadonlyMap<string, unknown>;
}

export const noUsers: Users = { all: [], areAll: true, segments: new Map() };

export function usersIn(document: JsonDocument): Users {
  const list = listNamed(document.root, 'users');
  return {
    all: (list?.items ?? []).flatMap((node) => userIn(document, node) ?? []),
    areAll: list !== undefined && isUnderstood(document),
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

/** The first of that name. */
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

/** The strings of a list; undefined where there is no list. */
export function textsNamed(node: JsonNode | undefined, key: string): readonly string[] | undefined {
  return listNamed(node, key)?.items.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** Of a number or a boolean its spelling: a fix puts it into quotes as it is. */
export function textOf(document: JsonDocument, value: JsonNode | undefined): string | undefined {
  if (!isScalar(value) || value.kind === 'null') return undefined;
  return typeof value.value === 'string' ? value.value : document.text.slice(value.start, value.end);
}
