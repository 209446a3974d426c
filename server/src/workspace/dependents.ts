/** Evaluates toggles that change together, and the toggles that require them, directly or through other toggles. */
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import type { Changing } from '../core/results/impact/impactTogether.js';
import { breaks } from '../core/results/impact/impactTogether.js';
import type { Dependent } from '../core/results/impact/impactWords.js';
import type { Evaluated } from '../core/results/evaluated.js';
import type { ToggleFile, Toggles } from '../core/targeting/toggles.js';
import { summaryOf } from '../core/targeting/toggles.js';
import type { EnvironmentToggles, OtherToggle, ToggleChange } from '../core/protocol.js';
import type { Project } from './project.js';

/** Only the nearest dependents are evaluated; the results of other dependents are unknown. */
const MAX_EVALUATED = 50;

/** Files in the same environment that require the toggle directly. */
export function requiring(toggles: Toggles, required: ToggleFile): readonly ToggleFile[] {
  return toggles
    .requiring(required.toggle)
    .filter(
      ({ uri }) =>
        uri !== required.uri && toggles.named(required.toggle, uri).some((each) => each.uri === required.uri),
    );
}

/** Toggles that directly require the file's toggle, among known files. */
export function requiredBy({ files, isKnown }: Project, uri: string): readonly string[] {
  const own = isKnown ? files.toggles.of(uri) : undefined;
  return own === undefined ? [] : requiring(files.toggles, own).map(({ toggle }) => toggle);
}

/** @param listed all toggles of the service, if known */
export async function environmentToggles(
  project: Project,
  uri: string,
  listed: readonly string[] | undefined,
): Promise<EnvironmentToggles> {
  const files = nodesIn(await project.ready(uri), uri, []);
  return listed === undefined ? {} : { withoutFile: listed.filter((key) => !files.has(key)).length };
}

/** Direct dependents, keyed by the URI of the required file. Omits files without dependents. */
export function requiredByAll(toggles: Toggles): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { uri, toggle, required: keys } of toggles.files())
    for (const required of new Set(keys.flatMap((key) => toggles.named(key, uri))))
      if (required.uri !== uri) found.set(required.uri, [...(found.get(required.uri) ?? []), toggle]);
  return found;
}

/** Prepares a toggle for evaluation, with the given texts instead of other toggles' files. */
export type EvaluatedWith = (
  uri: string,
  json: JsonDocument,
  known: { readonly toggle: string; readonly instead: ReadonlyMap<string, string> },
) => Promise<Evaluated>;

/** Returns the effect of each change if all changes are made together. @param others toggles without a file */
export async function changingTogether(
  project: Project,
  changes: readonly ToggleChange[],
  others: readonly OtherToggle[],
  evaluated: EvaluatedWith,
): Promise<readonly Changing[]> {
  const anchor = changes[0]?.uri ?? '';
  const nodes = nodesIn(await project.ready(anchor), anchor, others);
  const known = [...nodes.values()].flatMap(({ key, text }) => (text === undefined ? [] : [[key, text] as const]));
  const before = new Map([...known, ...changes.map((change) => [change.toggle, change.before] as const)]);
  const after = new Map([...known, ...changes.map((change) => [change.toggle, change.after] as const)]);
  const own = () =>
    inTurn(changes, async ({ uri, toggle, ...texts }) => ({
      before: await evaluated(uri, parse(texts.before), { toggle, instead: before }),
      after: await evaluated(uri, parse(texts.after), { toggle, instead: after }),
    }));
  const alone = await own();
  // A broken change cannot be pushed, so the other toggles are evaluated with its old text.
  const broken = alone.flatMap(({ before: earlier, after: later }, index) =>
    breaks(earlier, later) ? changes.slice(index, index + 1) : [],
  );
  for (const change of broken) after.set(change.toggle, change.before);
  const made = broken.length === 0 || changes.length === 1 ? alone : await own();
  const dependents = await inTurn(
    dependentsOf(changes, nodes),
    async ({ node, through }, index): Promise<Dependent> => {
      const { key, uri = anchor } = node;
      const json = index < MAX_EVALUATED ? documentOf(node, project) : undefined;
      if (json === undefined) return { key, through, evaluated: undefined };
      const evaluatedWith = (instead: ReadonlyMap<string, string>) => evaluated(uri, json, { toggle: key, instead });
      return { key, through, evaluated: { before: await evaluatedWith(before), after: await evaluatedWith(after) } };
    },
  );
  return made.map((each, index) => ({
    ...each,
    dependents: dependents.filter(({ through: [first] }) => first?.at(-1) === changes[index]?.toggle),
  }));
}

interface Node {
  readonly key: string;
  readonly requires: readonly string[];
  /** The toggle's file; undefined if the toggle has no file or several files. */
  readonly uri: string | undefined;
  /** The live text of a toggle without a file; undefined if unknown. */
  readonly text: string | undefined;
}

/** Nodes by toggle key. If a toggle has several files, the effective file is unknown, so `uri` is undefined. */
function nodesIn(toggles: Toggles, anchor: string, others: readonly OtherToggle[]): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const { uri, toggle: key, required } of toggles.files()) {
    const named = toggles.named(key, anchor);
    if (!named.some((file) => file.uri === uri)) continue;
    const requires = [...(nodes.get(key)?.requires ?? []), ...required];
    nodes.set(key, { key, requires, uri: named.length === 1 ? uri : undefined, text: undefined });
  }
  for (const { toggle: key, text, requires } of others) {
    // The live text, if known, overrides a file that has not been pushed.
    if (text === undefined && nodes.has(key)) continue;
    const required = text === undefined ? requires : summaryOf(parse(text)).required;
    nodes.set(key, { key, requires: required, uri: undefined, text });
  }
  return nodes;
}

interface Found {
  readonly node: Node;
  readonly through: (readonly string[])[];
}

/** Unchanged dependents, each with its paths to the nearest changes. */
function dependentsOf(changes: readonly ToggleChange[], nodes: ReadonlyMap<string, Node>): readonly Found[] {
  const requiring = new Map<string, Node[]>();
  for (const node of nodes.values())
    for (const key of new Set(node.requires)) {
      const those = requiring.get(key) ?? [];
      requiring.set(key, those);
      those.push(node);
    }
  const changed = new Set(changes.map(({ toggle }) => toggle));
  const all = new Map<string, Found>();
  for (const { toggle } of changes) {
    const seen = new Set<string>();
    const open: { readonly key: string; readonly through: readonly string[] }[] = [{ key: toggle, through: [] }];
    for (const { key, through } of open)
      for (const node of requiring.get(key) ?? []) {
        if (changed.has(node.key) || seen.has(node.key)) continue;
        seen.add(node.key);
        const found = all.get(node.key) ?? { node, through: [] };
        all.set(node.key, found);
        found.through.push([key, ...through]);
        open.push({ key: node.key, through: [key, ...through] });
      }
  }
  return [...all.values()];
}

function documentOf({ uri, text }: Node, project: Project): JsonDocument | undefined {
  if (uri === undefined) return text === undefined ? undefined : parse(text);
  const document = project.document(uri, MAX_TEXT_LENGTH);
  return document === undefined || 'unreadable' in document ? undefined : document;
}

async function inTurn<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) done.push(await work(item, index));
  return done;
}
