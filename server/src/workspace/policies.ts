/** What the organisation asks of a targeting file: the policies of the environments that it goes to, each once. */
import { breaksToggleName } from '../core/checks/toggleName.js';
import type { PoliciesOfFile, Policy } from '../core/targeting/policy.js';
import { identityOf } from './config/identity.js';
import type { ConfigFile } from './configFiles.js';

export interface PoliciesOptions {
  readonly config: (uri: string) => ConfigFile | undefined;
  /** What is known of a file that rules ask for. */
  readonly beside: (uri: string) => Beside;
}

type Beside = Pick<PoliciesOfFile, 'hasTests' | 'owners'>;

/** Remembers what it said, so that it says the same object until told to forget. */
export class FilePolicies {
  #known = new Map<string, PoliciesOfFile | undefined>();

  constructor(private readonly options: PoliciesOptions) {}

  of(uri: string): PoliciesOfFile | undefined {
    if (!this.#known.has(uri)) {
      const config = this.options.config(uri);
      this.#known.set(uri, config && policiesOfFile(uri, config, this.options.beside(uri)));
    }
    return this.#known.get(uri);
  }

  forget(): void {
    this.#known = new Map();
  }
}

/**
 * @param config the nearest one above the file
 * @returns undefined where nothing is asked
 */
function policiesOfFile(fileUri: string, config: ConfigFile, beside: Beside): PoliciesOfFile | undefined {
  const { toggle, environment } = identityOf(fileUri, config);
  const { everywhere, of } = config.parsed.policies;
  const goesTo = Array.from(of).filter(([name]) => environment === undefined || name === environment);
  const namesOf = new Map<Policy, string[]>();
  for (const [name, policy] of goesTo) namesOf.set(policy, [...(namesOf.get(policy) ?? []), name]);
  if (namesOf.size === 0) namesOf.set(everywhere, []);
  const isOne = namesOf.size === 1;
  const policies = Array.from(namesOf)
    .filter(([policy]) => Object.keys(policy).length > 0)
    .map(([policy, names]) => ({
      policy,
      environments: isOne ? undefined : names,
      nameBreaks: breaksToggleName(toggle, policy),
    }));
  return policies.length === 0 ? undefined : { toggle, ...beside, policies };
}
