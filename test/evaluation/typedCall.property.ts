/** Checks claims about typed calls with the typed methods of the official SDK for Node, called for each return type and many users. */
import { FeatureProbe, FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import { givesDefaultOnly } from '../../server/src/core/evaluation/sdks/typedCall.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import { returnTypes } from '../../server/src/core/evaluation/values/values.js';
import type { Made } from '../analysis/constants.js';
import { madeArrival, madeOf, usersAround } from '../analysis/constants.js';
import { Random } from '../analysis/contents.js';
import type { Asked } from './otherSdks.js';
import { jsonOf, sdkDataOf } from './sdkData.js';

export class TypedTally {
  contents = 0;
  /** Toggles by return type, and calls that gave all users the default. */
  calls = 0;
  defaults = 0;
  said = 0;
  /** Claims although the return type or variations are unknown. */
  saidOfUnknown = 0;
  /** Claims by return type, for other SDKs: their data have the same keys. */
  readonly asked: Readonly<Record<ReturnType, Asked[]>> = { string: [], boolean: [], number: [], json: [] };
}

const USERS = 20;

const odd = ['1e400', '-1e400', '', 'null', undefined, 'true', '{"a":1}', '5', 'x', '3000000000', '1e5', ' 5'].concat(
  '"x"|٣|.5|[]|{} x|Infinity'.split('|'),
);

/** A client that is given its data and sends nothing. */
class NodeClient {
  readonly #client = new FeatureProbe({ serverSdkKey: 'key', remoteUrl: 'http://localhost' });

  constructor() {
    void this.#client.close();
  }

  givesDefault(asks: ReturnType, key: string, user: FPUser): boolean {
    switch (asks) {
      case 'boolean':
        return [true, false].every((fallback) => this.#client.booleanValue(key, user, fallback) === fallback);
      case 'number':
        return [-12_345.5, -54_321.5].every((fallback) => this.#client.numberValue(key, user, fallback) === fallback);
      case 'string':
        return ['one', 'other'].every((fallback) => this.#client.stringValue(key, user, fallback) === fallback);
      case 'json': {
        const fallback = {};
        return this.#client.jsonValue(key, user, fallback) === fallback;
      }
    }
  }

  hold(json: string): void {
    const repository = new Repository(JSON.parse(json));
    repository.initialized = true;
    const nothing = () => undefined;
    const recorder = { recordAccessEvent: nothing, recordTrackEvent: nothing };
    Object.assign(this.#client, { _repository: repository, _eventRecorder: recorder });
  }
}

/** @returns false claims */
function falseDefaults(seed: number, client: NodeClient, tally: TypedTally): readonly string[] {
  const random = new Random(seed);
  const made = madeOf(seed);
  const texts = variationsOf(made, random);
  tally.contents += 1;
  return returnTypes.flatMap((returnType) => {
    const typed = withVariations(made, returnType, texts);
    const arrival = madeArrival(typed);
    if (arrival.obstacle !== undefined) return [];
    const data = sdkDataOf(arrival, Object.keys(made.segments));
    client.hold(jsonOf(data));
    const users = usersAround(arrival, random, USERS);
    return returnTypes.flatMap((asks) => {
      const isDefault = users.every(({ key, attributes }) =>
        client.givesDefault(asks, made.key, new FPUser(key).extendAttrs({ ...attributes })),
      );
      const isSaid = givesDefaultOnly(asks, texts, returnType);
      const isSaidOfUnknown = [
        givesDefaultOnly(asks, undefined, returnType),
        givesDefaultOnly(asks, texts, undefined),
        givesDefaultOnly(asks, undefined, undefined),
      ].some(Boolean);
      tally.calls += 1;
      if (isDefault) tally.defaults += 1;
      if (isSaid) tally.said += 1;
      if (isSaidOfUnknown) tally.saidOfUnknown += 1;
      if (!isSaid && !isSaidOfUnknown) return [];
      const isRight = (answer: string) => answer === 'code-default';
      tally.asked[returnType].push({ data, key: made.key, asks, users: users.slice(0, 5), isRight });
      return isDefault ? [] : [`${asks} of ${returnType} ${JSON.stringify(texts)} is not always the default`];
    });
  });
}

export function wrongDefaults(firstSeed: number, count: number, tally: TypedTally): readonly string[] {
  const client = new NodeClient();
  const wrong: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + count && wrong.length < 10; seed += 1)
    wrong.push(...falseDefaults(seed, client, tally).map((each) => `seed ${seed}: ${each}`));
  return wrong;
}

interface Targeting {
  readonly content: { readonly variations: readonly { readonly value?: string }[] };
}

function variationsOf({ key, toggles }: Made, random: Random): readonly (string | undefined)[] {
  const { variations } = (toggles[key]?.targeting as Targeting).content;
  const share = random.of([0, 0.2, 1]);
  return variations.map(({ value }) => (random.chance(share) ? odd[random.below(odd.length)] : value));
}

function withVariations(made: Made, returnType: ReturnType, texts: readonly (string | undefined)[]): Made {
  const { content, ...targeting } = made.toggles[made.key]?.targeting as Targeting;
  const variations = texts.map((value) => (value === undefined ? {} : { value }));
  const toggle = { returnType, targeting: { ...targeting, content: { ...content, variations } } };
  return { ...made, toggles: { ...made.toggles, [made.key]: toggle } };
}
