/** What the organisation asks of a targeting file: the policies of the environments that it goes to, each once. */
import { breaksToggleName } from '../core/checks/toggleName.js';
import type { Unreadable } from '../core/checks/unreadable.js';
import type { JsonDocument } from '../core/json/document.js';
import { listNamed } from '../core/json/queries.js';
import type { PoliciesOfFile, Policy, Requirement } from '../core/targeting/policy.js';
import type { Identity } from './config/identity.js';
import type { ConfigFile } from './configFiles.js';

export interface PoliciesOptions {
  readonly config: (uri: string) => ConfigFile | undefined;
  readonly identity: (uri: string) => Identity;
  /** Of a targeting file. */
  readonly tests: (uri: string) => JsonDocument | Unreadable | undefined;
  /** Undefined where they are not known. */
  readonly owners: (uri: string) => readonly string[] | undefined;
}

/** Gives the same object for a file until told to forget. */
export class FilePolicies {
  #known = new Map<string, PoliciesOfFile | undefined>();

  constructor(private readonly options: PoliciesOptions) {}

  of(uri: string): PoliciesOfFile | undefined {
    if (!this.#known.has(uri)) this.#known.set(uri, this.#look(uri));
    return this.#known.get(uri);
  }

  forget(): void {
    this.#known = new Map();
  }

  /** Whether a change of its tests makes a difference to the rules of the file. */
  areOthers(uri: string): boolean {
    return this.#known.has(uri) && this.#known.get(uri)?.hasTests !== this.#look(uri)?.hasTests;
  }

  #look(uri: string): PoliciesOfFile | undefined {
    const { config: configOf, identity, tests, owners } = this.options;
    const config = configOf(uri);
    const found = config && policiesOfFile(identity(uri), config);
    if (found === undefined) return undefined;
    // Nothing is read that no rule asks for.
    const asksFor = (what: Requirement) => found.policies.some(({ policy }) => policy.require?.includes(what) === true);
    return {
      ...found,
      hasTests: asksFor('tests') ? hasCases(tests(uri)) : undefined,
      owners: asksFor('owner') ? owners(uri) : undefined,
    };
  }
}

/** @returns undefined where it cannot be read */
function hasCases(tests: JsonDocument | Unreadable | undefined): boolean | undefined {
  if (tests === undefined) return false;
  return 'unreadable' in tests ? undefined : (listNamed(tests.root, 'cases')?.items.length ?? 0) > 0;
}

/**
 * @param config the nearest one above the file
 * @returns undefined where nothing is asked
 */
function policiesOfFile(
  { toggle, environment }: Identity,
  config: ConfigFile,
): Pick<PoliciesOfFile, 'toggle' | 'policies'> | undefined {
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
  return policies.length === 0 ? undefined : { toggle, policies };
}
