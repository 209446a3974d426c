/** From what a file says to what SDKs receive: the API builds toggles, and the server reads all of an environment (evaluation.md 1). */
import { predicates } from '../targeting/predicates.js';
import { conditionOf } from './conditions.js';
import { unixSeconds } from './instants.js';
import type { Field } from './reading.js';
import { Unbuildable } from './reading.js';
import type { Condition, Obstacle, Path, Prerequisite, Rule, Segment, Serve, Toggle } from './toggles.js';
import type { ReturnType, Value } from './values.js';
import { isReturnType, nothing, valueOf } from './values.js';

const knownPredicates = new Set(Object.values(predicates).flat());
knownPredicates.delete('between');

/** Builds one toggle or segment. What the server cannot read of it is noted, and built as if it were not there. */
export class Builder {
  /** The first thing that the server cannot read. */
  unparsable: Path | undefined;

  /** @param segments the keys of all segments; undefined where nobody knows them */
  constructor(readonly segments: ReadonlySet<string> | undefined) {}

  toggle(key: string, returnType: ReturnType | undefined, targeting: Field): Toggle {
    const content = targeting.of('content');
    const isEnabled = !targeting.of('disabled').boolean();
    const disabled = content.of('disabledServe');
    const fallback = content.of('defaultServe');
    const disabledServe = this.#serve(disabled.there());
    const defaultServe = this.#serve(fallback) ?? (isEnabled ? undefined : disabledServe) ?? fallback.fail();
    const variations = content.of('variations');
    return {
      key,
      returnType,
      isEnabled,
      disabledServe: disabledServe ?? this.#note(disabled.path, 0),
      defaultServe,
      variations: variations.required(variations.items()).map((each) => this.#variation(each, returnType)),
      prerequisites: (content.of('prerequisites').items() ?? []).map((each) => this.#prerequisite(each)),
      rules: (content.of('rules').items() ?? []).map((each) => this.#rule(each)),
    };
  }

  segment(segment: Field): Segment {
    return (segment.of('rules').items() ?? []).map((rule) => this.#conditions(rule, true));
  }

  #note<T>(path: Path, instead: T): T {
    this.unparsable ??= path;
    return instead;
  }

  #variation(variation: Field, returnType: ReturnType | undefined): Value {
    return this.#value(variation.there().of('value'), returnType ?? 'string');
  }

  #value(field: Field, type: ReturnType): Value {
    const value = valueOf(field.text(), type);
    if (value === 'unbuildable') return field.fail();
    return value === 'unparsable' ? this.#note(field.path, nothing) : value;
  }

  #prerequisite(prerequisite: Field): Prerequisite {
    const type = prerequisite.there().of('type').text();
    if (!isReturnType(type)) return prerequisite.of('type').fail();
    const [key, value] = [prerequisite.of('key'), prerequisite.of('value')];
    const required = this.#value(value, type);
    if (required.type === 'null') this.#note(value.path, undefined);
    return { key: key.text() ?? this.#note(key.path, ''), value: required };
  }

  #rule(rule: Field): Rule {
    const serve = rule.there().of('serve').there();
    return { serve: this.#serve(serve) ?? this.#note(serve.path, 0), conditions: this.#conditions(rule, false) };
  }

  /** @returns undefined where it says nothing */
  #serve(serve: Field): Serve | undefined {
    const shares = serve.of('split').items();
    if (shares !== undefined && shares.length > 0) return this.#split(shares);
    const select = serve.of('select').integer();
    return select !== undefined && select < 0 ? this.#note(serve.of('select').path, 0) : select;
  }

  /** The API adds up in 32 bits. */
  #split(shares: readonly Field[]): Serve {
    let end = 0;
    return shares.map((share) => {
      const start = end;
      end = (end + share.required(share.integer())) | 0;
      return end < 0 ? this.#note(share.path, [0, 0]) : [start, end];
    });
  }

  #conditions(rule: Field, inSegment: boolean): readonly Condition[] {
    const conditions = rule.there().of('conditions');
    return conditions.required(conditions.items()).flatMap((each) => this.#condition(each, inSegment));
  }

  /** A `between` becomes two. */
  #condition(condition: Field, inSegment: boolean): readonly Condition[] {
    const type = condition.there().of('type').text() ?? '';
    const subject = condition.of('subject').text() ?? '';
    if (!Object.hasOwn(predicates, type)) this.#note(condition.of('type').path, undefined);
    const one = (predicateKey: string, objectsKey: string): Condition => {
      const predicate = condition.of(predicateKey).text() ?? '';
      if (!knownPredicates.has(predicate)) this.#note(condition.of(predicateKey).path, undefined);
      return conditionOf({
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
    if (items === undefined) return this.#note(objects.path, []);
    return items.map((item) => item.text() ?? this.#note(item.path, ''));
  }

  #segmentKey(item: Field): string {
    const key = item.text();
    return key !== undefined && this.segments?.has(key) !== false ? key : item.fail();
  }
}

/** What `build` makes, or why it does not reach SDKs. */
export function built<T>(builder: Builder, build: (builder: Builder) => T): T | Obstacle {
  try {
    const result = build(builder);
    return builder.unparsable === undefined ? result : { status: 'freezes', path: builder.unparsable };
  } catch (error) {
    if (error instanceof Unbuildable) return { status: 'vanishes', path: error.path };
    throw error;
  }
}
