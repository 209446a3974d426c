/**
 * The official SDK for Node, made to decide by the rules. It differs from them if prerequisites are not met (evaluation.md 8, rows 1 and
 * 2). So its default is what a toggle serves while disabled, and a last rule for everyone serves the real default. Required toggles are
 * evaluated one by one, from the bottom up: each sees toggles that serve everyone the user's results of those below. The data is made from
 * the file without our evaluator. JSON values become texts, because no object equals another to Node (row 29).
 */
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository, Toggle } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import type { Place } from '../../server/src/core/analysis/impact/impact.js';
import type { PlainCondition, PlainServe } from './contents.js';
import type { MadeEnvironment, MadeToggle } from './environments.js';
import { segments } from './environments.js';

/** How deep prerequisites may be nested. */
const MAX_DEPTH = 20;

/** Both are undefined if the default of the code is returned. */
export interface Given {
  readonly index: number | undefined;
  readonly value: unknown;
}

interface Below extends Given {
  /** A toggle is missing or too deep: the evaluation of the asked toggle ends. */
  readonly hasEnded: boolean;
}

export class NodeByTheRules {
  readonly #toggles: ReadonlyMap<string, Toggle>;
  readonly #alone: ReadonlyMap<string, Toggle>;
  readonly #constant = new Map<string, Toggle>();
  readonly #segments: Repository['segments'];

  constructor(private readonly environment: MadeEnvironment) {
    const toggles = Object.entries(environment).map(([key, made]) => [key, toggleData(key, made)] as const);
    this.#toggles = new Map(toggles.map(([key, data]) => [key, new Toggle(data)]));
    this.#alone = new Map(toggles.map(([key, data]) => [key, new Toggle({ ...data, prerequisites: [] })]));
    this.#segments = new Repository({ segments: Object.fromEntries(segments) }).segments;
  }

  give(key: string, user: FPUser): Given {
    return this.#below(key, user, MAX_DEPTH, new Map());
  }

  /** The rule that the user matches, ignoring prerequisites. */
  placeOf(key: string, user: FPUser): Place {
    const rules = this.environment[key]?.targeting.content.rules.length;
    const detail = this.#alone.get(key)?.eval(user, {}, this.#segments, undefined);
    if (detail?.reason === 'disabled.') return { by: 'disabled', index: undefined };
    const rule = detail?.ruleIndex ?? rules;
    return rule === rules ? { by: 'default', index: undefined } : { by: 'rule', index: rule };
  }

  #below(key: string, user: FPUser, depth: number, known: Map<string, Below>): Below {
    const name = `${key} ${depth}`;
    const below = known.get(name) ?? this.#evaluate(key, user, depth, known);
    known.set(name, below);
    return below;
  }

  #evaluate(key: string, user: FPUser, depth: number, known: Map<string, Below>): Below {
    const { disabled = true, content } = this.environment[key]?.targeting ?? {};
    const served: Record<string, Toggle> = {};
    for (const required of disabled || depth === 0 ? [] : (content?.prerequisites ?? [])) {
      if (!this.#toggles.has(required.key)) continue;
      const { hasEnded, index } = this.#below(required.key, user, depth - 1, known);
      if (!hasEnded) served[required.key] = this.#always(required.key, index);
    }
    const detail = this.#toggles.get(key)?.eval(user, served, this.#segments, undefined, depth);
    const value: unknown = detail?.value;
    return {
      index: value === undefined ? undefined : (detail?.variationIndex ?? undefined),
      value,
      hasEnded: /prerequisite (not exist|deep overflow)/.test(detail?.reason ?? ''),
    };
  }

  /** A disabled toggle, which is never too deep. */
  #always(key: string, index = -1): Toggle {
    const name = `${key} ${index}`;
    const serve = { select: index };
    const data = { key, enabled: false, disabledServe: serve, defaultServe: serve };
    const toggle = this.#constant.get(name) ?? new Toggle({ ...data, variations: this.#toggles.get(key)?.variations });
    this.#constant.set(name, toggle);
    return toggle;
  }
}

/** @param now Unix seconds, for users without a time: the SDK would take the present one */
export function sdkUser(key: string, attributes: ReadonlyMap<string, string>, now: number): FPUser {
  return new FPUser(key).extendAttrs({ datetime: String(now), ...Object.fromEntries(attributes) });
}

function toggleData(key: string, { returnType, targeting: { disabled, content } }: MadeToggle) {
  const rules = content.rules.map(({ conditions, serve }) => ({
    conditions: conditions.flatMap(conditionData),
    serve: serveData(serve),
  }));
  return {
    key,
    enabled: !disabled,
    disabledServe: serveData(content.disabledServe),
    defaultServe: serveData(content.disabledServe),
    rules: [...rules, { conditions: [], serve: serveData(content.defaultServe) }],
    variations: content.variations.map(({ value }) => valueData(value, returnType)),
    prerequisites: content.prerequisites.map(({ key: required, type, value }) => ({
      key: required,
      value: valueData(value, type as ReturnType),
    })),
  };
}

function serveData({ select, split }: PlainServe): object {
  if (split === undefined) return { select };
  let end = 0;
  return { split: { distribution: split.map((share) => [[end, (end += share)]]) } };
}

function conditionData(condition: PlainCondition): readonly object[] {
  const { type, subject, predicate, objects, leftPredicate, rightPredicate, rightObjects = [] } = condition;
  const data = (name: string | undefined, texts: readonly string[]) => ({
    type,
    subject,
    predicate: name,
    objects: type === 'datetime' ? texts.map((text) => String(Date.parse(text) / 1_000)) : texts,
  });
  return predicate === 'between'
    ? [data(leftPredicate, objects), data(rightPredicate, rightObjects)]
    : [data(predicate, objects)];
}

function valueData(text: string, type: ReturnType): unknown {
  switch (type) {
    case 'string':
      return text;
    case 'boolean':
      return text.toLowerCase() === 'true';
    case 'number':
      return Number(text);
    case 'json':
      return `json ${JSON.stringify(Object.entries(JSON.parse(text) as object).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  }
}
