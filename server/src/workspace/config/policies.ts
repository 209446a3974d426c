/** The organization's rules for a targeting file: the distinct policies of its environments. */
import { breaksToggleName, searchForName, STEPS_FOR_A_NAME } from '../../core/checks/organization/toggleName.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { Budget } from '../../core/budget.js';
import type { Search } from '../../core/evaluation/texts/regexes.js';
import type { JsonDocument } from '../../core/json/document.js';
import { getOrCreate } from '../../core/json/madeOnce.js';
import { casesFor, casesIn } from '../../core/evaluation/cases.js';
import type { PoliciesOfFile, Policy, Requirement } from '../../core/targeting/rules/policy.js';
import type { Identity } from './identity.js';
import type { ConfigFile } from './configFiles.js';

export interface PoliciesOptions {
  readonly config: (uri: string) => ConfigFile | undefined;
  readonly identity: (uri: string) => Identity;
  readonly tests: (uri: string) => JsonDocument | Unreadable | undefined;
  /** Returns the owners of a file; undefined if the owners are unknown. */
  readonly owners: (uri: string) => readonly string[] | undefined;
}

/** Caches the policies of files: a file's policies are the same object until `forget`. */
export class FilePolicies {
  #known = new Map<string, PoliciesOfFile | undefined>();
  /** Name searches, keyed by regular expression, since many files share a few expressions. */
  #searches = new Map<string, Search>();

  constructor(private readonly options: PoliciesOptions) {}

  of(uri: string): PoliciesOfFile | undefined {
    if (!this.#known.has(uri)) this.#known.set(uri, this.#look(uri));
    return this.#known.get(uri);
  }

  forget(): void {
    this.#known = new Map();
    this.#searches = new Map();
  }

  /** True if the file has gained or lost tests, on which its policies may depend. */
  areOthers(uri: string): boolean {
    return this.#known.has(uri) && this.#known.get(uri)?.hasTests !== this.#look(uri)?.hasTests;
  }

  #searchFor(form: string): Search {
    const search = this.#searches.get(form) ?? searchForName(form);
    this.#searches.set(form, search);
    return search;
  }

  #look(uri: string): PoliciesOfFile | undefined {
    const { config: configOf, identity, tests, owners } = this.options;
    const config = configOf(uri);
    const found = config && policiesOfFile(identity(uri), config, (form) => this.#searchFor(form));
    if (found === undefined) return undefined;
    // Reads tests and owners only if a rule needs them.
    const asksFor = (what: Requirement) => found.policies.some(({ policy }) => policy.require?.includes(what) === true);
    return {
      ...found,
      hasTests: asksFor('tests') ? hasCases(tests(uri), identity(uri).environment) : undefined,
      owners: asksFor('owner') ? owners(uri) : undefined,
    };
  }
}

function hasCases(tests: JsonDocument | Unreadable | undefined, environment: string | undefined): boolean | undefined {
  if (tests === undefined) return false;
  return 'unreadable' in tests ? undefined : casesFor(casesIn(tests), environment).length > 0;
}

function policiesOfFile(
  { toggle, environment }: Identity,
  config: ConfigFile,
  search: (form: string) => Search,
): Pick<PoliciesOfFile, 'toggle' | 'policies'> | undefined {
  const { everywhere, of } = config.parsed.policies;
  const goesTo = Array.from(of).filter(([name]) => environment === undefined || name === environment);
  const namesOf = new Map<Policy, string[]>();
  for (const [name, policy] of goesTo) getOrCreate(namesOf, policy, () => []).push(name);
  if (namesOf.size === 0) namesOf.set(everywhere, []);
  const isOne = namesOf.size === 1;
  const budget = new Budget(STEPS_FOR_A_NAME);
  const policies = Array.from(namesOf)
    .filter(([policy]) => Object.keys(policy).length > 0)
    .map(([policy, names]) => ({
      policy,
      environments: isOne ? undefined : names,
      nameBreaks: breaksToggleName(toggle, policy, search, budget),
    }));
  return policies.length === 0 ? undefined : { toggle, policies };
}
