/** Checks that an edit of a toggle, carried over to another environment, changes only the touched text and the right users. */
import type { ReceivedToggle } from '../../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../../server/src/core/evaluation/environment.js';
import { official } from '../../../server/src/core/evaluation/sdks/sdks.js';
import type { User } from '../../../server/src/core/evaluation/user.js';
import { carriedOver } from '../../../server/src/core/features/merge/carriedOver.js';
import { parse } from '../../../server/src/core/json/document.js';
import type { JsonNode } from '../../../server/src/core/json/nodes.js';
import type { PlainCondition, World } from '../../analysis/contents.js';
import { Random, userIn, worldOf } from '../../analysis/contents.js';
import { textFor } from '../../analysis/impact.property.js';
import { editOf } from '../../support/propagatedEdits.js';
import type { Met, Touch } from '../../support/propagatedTouch.js';
import { idOf } from '../../support/propagatedTouch.js';
import type { File, Rule } from '../../support/propagations.js';
import { fileBy, targetOf, written } from '../../support/propagations.js';

export class CarriedTally {
  carried = 0;
  leftOut = 0;
  nothing = 0;
  users = 0;
  byKind: Record<string, number> = {};
}

export interface Propagation {
  readonly world: World;
  readonly touch: Touch;
  readonly base: string;
  readonly edited: string;
  readonly target: string;
}

export function propagationBy(random: Random): Propagation {
  const world = worldOf(random);
  const before = fileBy(random, world);
  const after = structuredClone(before);
  const touch = editOf(after, random);
  const target = targetOf(random.chance(0.1) ? after : before, random);
  const [base, edited, there] = [before, after, target].map((file) => written(file, random)) as [
    string,
    string,
    string,
  ];
  return { world, touch, base, edited, target: there };
}

export function falseCarries(seed: number, tally: CarriedTally, users = 1_000): readonly string[] {
  const random = new Random(seed);
  const { world, touch, base, edited, target } = propagationBy(random);
  const carried = carriedOver(base, edited, target);
  if (carried === undefined) return ['the files are right JSON'];
  tally.byKind[touch.kind] = (tally.byKind[touch.kind] ?? 0) + 1;
  tally[carried.leftOut.length > 0 ? 'leftOut' : carried.edits.length > 0 ? 'carried' : 'nothing'] += 1;
  const again = carriedOver(base, edited, carried.text);
  return [
    ...(again?.edits.length === 0 ? [] : ['it changes more when it is carried over once more']),
    ...misplaced(target, carried.text, touch),
    ...silent(edited, target, carried, touch),
    ...wrongUsers(),
  ].map((wrong) => `${touch.kind}: ${wrong}`);

  function wrongUsers(): readonly string[] {
    const [before, after] = [new Environment(target, world), new Environment(carried?.text ?? '', world)];
    for (let left = users; left > 0; left -= 1) {
      const user = userIn(random);
      const [was, now] = [textFor(user, before.arrival), textFor(user, after.arrival)];
      if (was === now || was === undefined || now === undefined) continue;
      const met = before.met(user);
      if (met.decidedBy !== undefined && !touch.reaches(met, after.met(user)))
        return [`someone decided by ${met.decidedBy} gets ${now} instead of ${was}`];
    }
    tally.users += users;
    return [];
  }
}

interface Leaf {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Untouched leaves, and the text between two of them, must stay the same. */
function misplaced(before: string, after: string, { touches }: Touch): readonly string[] {
  const [was, now] = [leavesOf(before), leavesOf(after)];
  const places = new Map(now.map(({ key }, place) => [key, place]));
  const known = new Set(was.map(({ key }) => key));
  const lost = was.flatMap(({ key, start, end }) => {
    const there = now[places.get(key) ?? -1];
    if (touches(key) || (there && after.slice(there.start, there.end) === before.slice(start, end))) return [];
    return [`${key} is lost or written otherwise`];
  });
  const added = now.filter(({ key }) => !known.has(key) && !touches(key)).map(({ key }) => `${key} is added`);
  const gaps = was.slice(1).flatMap((leaf, index) => {
    const previous = was[index];
    if (previous === undefined || touches(previous.key) || touches(leaf.key)) return [];
    const [from, to] = [places.get(previous.key) ?? NaN, places.get(leaf.key) ?? NaN];
    const between = now.slice(from + 1, to);
    const isSame = after.slice(now[from]?.end, now[to]?.start) === before.slice(previous.end, leaf.start);
    if (to === from + 1 && isSame) return [];
    if (to > from + 1 && between.every(({ key }) => touches(key))) return [];
    // Rules may be inserted between others.
    if (to !== from + 1 && ruleOf(previous.key) !== ruleOf(leaf.key)) return [];
    return [`what stands between ${previous.key} and ${leaf.key} changes`];
  });
  return [...lost, ...added, ...gaps];
}

function ruleOf(leaf: string): string {
  return /^[rn]\d+(?=\/)/.exec(leaf)?.[0] ?? '';
}

function leavesOf(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [{ key: 'start', start: 0, end: 0 }];
  const read = (node: JsonNode | undefined, path: readonly string[]) => {
    if (node === undefined) return;
    const { start, end } = node;
    const isEmpty =
      (node.kind === 'array' && node.items.length === 0) || (node.kind === 'object' && node.properties.length === 0);
    if (node.kind === 'object' && !isEmpty)
      for (const property of node.properties)
        read(property.node, property.key.value === 'content' ? path : [...path, property.key.value]);
    else if (node.kind === 'array' && !isEmpty)
      node.items.forEach((item, index) => read(item, itemPath(path, item, index)));
    else leaves.push({ key: path.join('/'), start, end });
  };
  read(parse(text).root, []);
  return [...leaves, { key: 'end', start: text.length, end: text.length }];
}

function itemPath(path: readonly string[], { value }: JsonNode, index: number): readonly string[] {
  const last = path.at(-1);
  if (path.length === 1 && last === 'rules') return [idOf(value as unknown as Rule)];
  if (path.length === 1 && last === 'variations') return [...path, (value as { value?: string } | null)?.value ?? ''];
  return [...path, last === 'objects' || last === 'rightObjects' ? JSON.stringify(value) : String(index)];
}

/** Touched parts must equal those of the edited file, or those of the target if something is reported as left out. */
function silent(
  edited: string,
  target: string,
  { text, leftOut }: { readonly text: string; readonly leftOut: readonly string[] },
  { state }: Touch,
): readonly string[] {
  const there = JSON.parse(target) as File;
  const [wanted, was, is] = [edited, target, text].map((each) => orderedText(state(JSON.parse(each) as File, there)));
  if (is === wanted) return [];
  if (is !== was) return [`it becomes ${is}, neither ${was} nor ${wanted}`];
  return leftOut.length > 0 ? [] : [`${wanted} is left out and not said, and it stays ${was}`];
}

function orderedText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

class Environment {
  readonly arrival: ReceivedToggle;
  readonly #file: File;
  readonly #ids: readonly string[];

  constructor(
    text: string,
    private readonly world: World,
  ) {
    this.#file = JSON.parse(text) as File;
    this.#ids = this.#file.content.rules.map(idOf);
    this.arrival = this.#with(this.#file);
  }

  met(user: User): Met {
    const { content, disabled } = this.#file;
    const { rules } = this.arrival.toggle;
    const unmet = content.prerequisites.map((each) => this.#meets(each, user)).filter((isMet) => isMet !== true);
    const isOn = !disabled && unmet.length === 0;
    const verdicts = rules.map(({ conditions }) => conditions.map((condition) => condition.of(user, () => 'unknown')));
    const isOf = (key: 'holds' | 'depends', index: number) =>
      verdicts[index]?.every((verdict) => ((verdict.holds | verdict[key]) & official) !== 0) === true;
    const matched = isOn ? this.#ids.filter((_, index) => isOf('depends', index)) : [];
    const [first] = matched;
    const isSure = (first === undefined || isOf('holds', this.#ids.indexOf(first))) && !unmet.includes(undefined);
    const decidedBy = !isSure ? undefined : isOn ? (first ?? 'default') : 'disabled';
    const rule = content.rules[this.#ids.indexOf(decidedBy ?? '')];
    return {
      decidedBy,
      matched,
      comesTo: (id) => {
        const [at, end] = [this.#ids.indexOf(id), first === undefined ? Infinity : this.#ids.indexOf(first)];
        return isOn && at >= 0 && at <= end;
      },
      holds: (condition) => this.#holds(condition, user),
      meets: (prerequisite) => this.#meets(prerequisite, user),
      serve: rule?.serve ?? (decidedBy === 'disabled' ? content.disabledServe : content.defaultServe),
      values: content.variations.map(({ value }) => value),
    };
  }

  #meets(prerequisite: File['content']['prerequisites'][number], user: User): boolean | undefined {
    const alone = { rules: [], variations: [{ value: 'a' }, { value: 'b' }], prerequisites: [prerequisite] };
    const serves = { disabledServe: { select: 0 }, defaultServe: { select: 1 } };
    const text = textFor(user, this.#with({ disabled: false, content: { ...alone, ...serves } }));
    if (text === undefined) return undefined;
    return text === textFor(user, this.#with({ disabled: false, content: { ...alone, ...serves, prerequisites: [] } }));
  }

  #holds(condition: PlainCondition, user: User): boolean | undefined {
    const rules = [{ name: '', conditions: [condition], serve: { select: 0 } }];
    const { toggle } = this.#with({ disabled: false, content: { ...this.#file.content, prerequisites: [], rules } });
    // A `between` becomes two conditions.
    const verdicts = toggle.rules[0]?.conditions.map((each) => each.of(user, () => 'unknown')) ?? [];
    if (verdicts.some(({ depends }) => (depends & official) !== 0)) return undefined;
    return verdicts.every(({ holds }) => (holds & official) !== 0);
  }

  #with(targeting: File): ReceivedToggle {
    const { returnType, required } = this.world;
    const toggles = Object.entries(required).map(([key, made]) => [key, { key, returnType, targeting: made }] as const);
    const segments = new Map(['s1', 's2', 's3'].map((key) => [key, { rules: [] }]));
    return receivedToggle({ key: 'asked', returnType: 'string', targeting }, { toggles: new Map(toggles), segments });
  }
}
