/** Builds toggles and segments as SDKs receive them, following the API and the server (evaluation.md 1). */
import { predicates } from '../targeting/values/predicates.js';
import { MAX_REQUIRED_JSON_DEPTH } from '../targeting/values/returnValues.js';
import { UnreadableCondition, conditionOf } from './conditions.js';
import { unixSeconds } from './values/instants.js';
import type { Field } from './values/reading.js';
import { Unbuildable } from './values/reading.js';
import type { Condition, Obstacle, Prerequisite, Rule, Segment, Serve, Toggle } from './toggles.js';
import type { ReturnType, Value } from './values/values.js';
import { isReturnType, nothing, unknown, valueOf } from './values/values.js';

const knownPredicates = new Set(Object.values(predicates).flat());
knownPredicates.delete('between');

/** Builds one toggle or segment. Unreadable parts are recorded as obstacles, so half-typed text can be evaluated. */
export class Builder {
  readonly obstacles: { readonly status: Obstacle['status']; readonly field: Field }[] = [];

  /** @param segments keys of all segments; undefined if unknown */
  constructor(readonly segments: ReadonlySet<string> | undefined) {}

  toggle(key: string, returnType: ReturnType | undefined, targeting: Field): Toggle {
    const content = this.#tried(() => targeting.of('content').there(), undefined);
    const isEnabled = this.#tried(() => !targeting.of('disabled').boolean(), undefined);
    const variations = content && this.#variations(content.of('variations'), returnType);
    if (content === undefined || isEnabled === undefined || variations === undefined)
      return { key, returnType, isEnabled: isEnabled ?? true, ...unknownContent };
    const fallback = content.of('defaultServe');
    const disabled = content.of('disabledServe');
    const disabledServe = this.#tried(() => this.#serve(disabled.there()), 'unknown');
    const defaultServe = this.#tried(
      () => this.#serve(fallback) ?? (isEnabled ? undefined : disabledServe) ?? fallback.fail(),
      'unknown',
    );
    return {
      key,
      returnType,
      isEnabled,
      ...(targeting.of('disabled').value === undefined && { mayBeDisabled: true as const }),
      disabledServe: disabledServe ?? this.#note(disabled, 'unknown'),
      defaultServe,
      variations,
      prerequisites: this.#itemsOf(content.of('prerequisites')).map((each) =>
        this.#tried(() => this.#prerequisite(each), { key: undefined, value: unknown }),
      ),
      rules: this.#itemsOf(content.of('rules')).map((each) => this.#rule(each)),
      hasUnknownRules: content.of('rules').isLeft,
    };
  }

  segment(segment: Field): Segment {
    const rules = this.#tried(() => segment.of('rules').items(), undefined) ?? [];
    return rules.map((rule) => this.#conditions(rule, true));
  }

  /** Records a field that the server cannot parse. @returns `instead` */
  #note<T>(field: Field, instead: T): T {
    this.obstacles.push({ status: 'freezes', field });
    return instead;
  }

  /** Calls `build`. If the API could not build a field, records the field and returns `instead`. */
  #tried<T>(build: () => T, instead: T): T {
    try {
      return build();
    } catch (error) {
      if (!(error instanceof Unbuildable)) throw error;
      if (!error.field.isLeft) this.obstacles.push({ status: 'vanishes', field: error.field });
      return instead;
    }
  }

  #itemsOf(list: Field): readonly Field[] {
    return this.#tried(() => list.items(), undefined) ?? [];
  }

  #variations(list: Field, returnType: ReturnType | undefined): readonly Value[] | undefined {
    const items = this.#tried(() => list.required(list.items()), undefined);
    return items?.map((each) => this.#tried(() => this.#variation(each, returnType), unknown));
  }

  #variation(variation: Field, returnType: ReturnType | undefined): Value {
    return this.#value(variation.there().of('value'), returnType ?? 'string');
  }

  #value(field: Field, type: ReturnType, maxDepth?: number): Value {
    const value = valueOf(field.text(), type, maxDepth);
    if (value === 'unbuildable') field.fail();
    return value === 'unparsable' ? this.#note(field, nothing) : value;
  }

  #prerequisite(prerequisite: Field): Prerequisite {
    const type = prerequisite.there().of('type').text();
    if (!isReturnType(type)) return prerequisite.of('type').fail();
    const [key, value] = [prerequisite.of('key'), prerequisite.of('value')];
    const required = this.#value(value, type, MAX_REQUIRED_JSON_DEPTH);
    if (required.type === 'null') this.#note(value, undefined);
    const text = key.text();
    if (text === undefined) this.#note(key, undefined);
    return { key: text, value: required };
  }

  #rule(rule: Field): Rule {
    const serve = this.#tried(() => {
      const written = rule.there().of('serve').there();
      return this.#serve(written) ?? this.#note(written, 'unknown');
    }, 'unknown');
    return { serve, conditions: this.#conditions(rule, false) };
  }

  /** @returns undefined if the serve is empty */
  #serve(serve: Field): Serve | undefined {
    const shares = serve.of('split').items();
    if (shares !== undefined && shares.length > 0) return this.#split(shares);
    const select = serve.of('select').integer();
    return select !== undefined && select < 0 ? this.#note(serve.of('select'), 'unknown') : select;
  }

  /** Adds up the shares in 32-bit integers, as the API does. */
  #split(shares: readonly Field[]): Serve {
    let end = 0;
    return shares.map((share) => {
      const start = end;
      end = (end + share.required(share.integer())) | 0;
      return end < 0 ? this.#note(share, [0, 0]) : [start, end];
    });
  }

  #conditions(rule: Field, inSegment: boolean): readonly Condition[] {
    const list = this.#tried(() => {
      const conditions = rule.there().of('conditions');
      return conditions.required(conditions.items());
    }, undefined);
    if (list === undefined) return [new UnreadableCondition(0)];
    const conditions: Condition[] = [];
    for (const [index, each] of list.entries()) {
      const before = this.obstacles.length;
      const built = this.#tried(() => this.#condition(each, index, inSegment), []);
      if (this.obstacles.length === before) conditions.push(...built);
      else conditions.push(new UnreadableCondition(index));
    }
    return conditions;
  }

  /** Builds one condition, or two conditions for a `between`. */
  #condition(condition: Field, index: number, inSegment: boolean): readonly Condition[] {
    const type = condition.there().of('type').text() ?? '';
    const subject = condition.of('subject').text() ?? '';
    if (!Object.hasOwn(predicates, type)) this.#note(condition.of('type'), undefined);
    const one = (predicateKey: string, objectsKey: string): Condition => {
      const predicate = condition.of(predicateKey).text() ?? '';
      if (!knownPredicates.has(predicate)) this.#note(condition.of(predicateKey), undefined);
      return conditionOf(index, {
        type,
        subject,
        predicate,
        objects: this.#objects(type, condition.of(objectsKey), inSegment),
      });
    };
    if (condition.of('predicate').text() !== 'between') return [one('predicate', 'objects')];
    return [one('leftPredicate', 'objects'), one('rightPredicate', 'rightObjects')];
  }

  #objects(type: string, objects: Field, inSegment: boolean): readonly string[] {
    const items = objects.items();
    if (type === 'datetime') {
      return objects.required(items).map((item) => String(unixSeconds(item.text() ?? '') ?? item.fail()));
    }
    if (type === 'segment' && !inSegment) return objects.required(items).map((item) => this.#segmentKey(item));
    if (items === undefined) return this.#note(objects, []);
    return items.map((item) => item.text() ?? this.#note(item, ''));
  }

  #segmentKey(item: Field): string {
    const key = item.text();
    return key !== undefined && this.segments?.has(key) !== false ? key : item.fail();
  }
}

const unknownContent: Omit<Toggle, 'key' | 'returnType' | 'isEnabled'> = {
  variations: [],
  prerequisites: [],
  rules: [],
  hasUnknownRules: true,
  disabledServe: 'unknown',
  defaultServe: 'unknown',
};

/** A toggle that the API cannot build never reaches the server, so `vanishes` takes precedence. */
export function obstacleOf({ obstacles }: Builder): Obstacle | undefined {
  const found = obstacles.find(({ status }) => status === 'vanishes') ?? obstacles[0];
  return found && { status: found.status, path: found.field.path };
}
