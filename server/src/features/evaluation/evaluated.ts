/** A targeting document made ready to be evaluated, as it stands in the editor. */
import { t } from '@vscode/l10n';
import type { Arrival, Sources } from '../../evaluation/environment.js';
import { arrivalOf } from '../../evaluation/environment.js';
import type { Explanation } from '../../evaluation/explain.js';
import { explain } from '../../evaluation/explain.js';
import type { Results } from '../../evaluation/evaluate.js';
import { decide, resultsOf } from '../../evaluation/evaluate.js';
import { none, official } from '../../evaluation/sdks.js';
import type { Prerequisite } from '../../evaluation/toggles.js';
import { User } from '../../evaluation/user.js';
import { isReturnType } from '../../evaluation/values.js';
import type { JsonDocument } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import { quoted } from './attributeWords.js';
import { leftToService } from './leftToService.js';
import { obstacleInWords } from './reasonWords.js';

/** Somebody who asks for the toggle. */
export interface Person {
  readonly name: string;
  /** Undefined where nobody knows: then it depends what a split gives. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** Undefined where nobody knows. */
  readonly segments: readonly string[] | undefined;
  /** Unix seconds; undefined for the present. */
  readonly now?: number | undefined;
  readonly bucket?: number | undefined;
}

export interface Beside extends Sources {
  /** The key of the toggle. */
  readonly toggle: string;
  /** As the service says it; undefined where nobody knows. */
  readonly returnType: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

export class Evaluated {
  readonly arrival: Arrival;

  constructor(
    readonly json: JsonDocument,
    private readonly beside: Beside,
  ) {
    const { toggle: key, returnType } = beside;
    this.arrival = arrivalOf(
      { key, returnType: isReturnType(returnType) ? returnType : undefined, targeting: json.root?.value },
      beside,
    );
  }

  decided(person: Person): { readonly results: Results; readonly unmet: Prerequisite | undefined } {
    const { toggle, environment } = this.arrival;
    const decisions = decide(toggle, this.user(person), environment);
    const unmet = decisions.prerequisites.findIndex(({ met }) => (met & official) === none);
    return { results: resultsOf(toggle, decisions), unmet: toggle.prerequisites[unmet] };
  }

  explanation(person: Person): Explanation {
    return explain(this.arrival.toggle, this.user(person), this.arrival.environment);
  }

  user({ key, attributes, segments, now, bucket }: Person): User {
    const { toggle, now: present } = this.beside;
    const buckets = bucket === undefined ? undefined : new Map([[toggle, bucket]]);
    return new User(key, attributes, now ?? present, segments && new Set(segments), buckets);
  }

  /** Why nobody gets anything of it. */
  get notice(): { readonly words: string; readonly node: JsonNode | undefined } | undefined {
    const { obstacle } = this.arrival;
    if (obstacle === undefined) return undefined;
    const [, name] = obstacle.path;
    const left = obstacle.path.length === 2 && leftToService(this.json).find((each) => each === name);
    if (typeof left === 'string')
      return {
        words: t('The file leaves {0} to the service: what users get is not known.', quoted(left)),
        node: this.json.root,
      };
    return { words: obstacleInWords(obstacle), node: this.#nearest(obstacle.path) };
  }

  /** What is missing has no place; what lacks it has. */
  #nearest(path: readonly (string | number)[]): JsonNode | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const node = nodeAt(this.json, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return this.json.root;
  }
}
