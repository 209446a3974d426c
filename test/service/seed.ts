/** Initial data of a service. A toggle that an environment's `targetings` do not mention is freshly made. */
import type { Content, Rule, Variation } from './grammar.js';

export interface Seed {
  readonly tokens: readonly TokenSeed[];
  readonly projects: Readonly<Record<string, ProjectSeed>>;
}

/** A token that does not begin with `api-` is never accepted. */
export interface TokenSeed {
  readonly token: string;
  readonly account: string;
  /** Owner by default. There are no tokens that may only read. */
  readonly role?: Role;
}

export type Role = 'OWNER' | 'WRITER';

export interface ProjectSeed {
  readonly environments: Readonly<Record<string, EnvironmentSeed>>;
  readonly toggles: Readonly<Record<string, ToggleSeed>>;
  readonly segments?: Readonly<Record<string, SegmentSeed>>;
}

/** `name` is the key by default. */
export interface SegmentSeed {
  readonly name?: string;
  readonly rules?: readonly Rule[];
}

export interface EnvironmentSeed {
  readonly enableApproval?: boolean;
  readonly reviewers?: readonly string[];
  readonly targetings?: Readonly<Record<string, TargetingSeed>>;
}

/** By default, `name` is the key, and `returnType` is boolean. */
export interface ToggleSeed {
  readonly variations: readonly Variation[];
  readonly name?: string;
  readonly returnType?: 'boolean' | 'string' | 'number' | 'json';
  readonly archived?: boolean;
  readonly clientAvailability?: boolean;
}

/** `content` overrides that of a freshly made toggle, field by field. */
export interface TargetingSeed {
  readonly version?: number;
  readonly comment?: string;
  readonly disabled?: boolean;
  readonly content?: Content;
}

/** Variations are those of the files in demo/, so that a first push there changes only what it should. */
export const demoSeed: Seed = {
  tokens: [
    { token: 'api-demo-token', account: 'demo' },
    { token: 'api-demo-colleague', account: 'rob' },
  ],
  projects: {
    My_Project: {
      segments: {
        beta_testers: segment('Beta testers', 'Signed up', ['beta', 'is one of', 'yes']),
        employees: segment('Employees', 'By address', ['email', 'ends with', '@example.com']),
      },
      toggles: {
        checkout: {
          variations: [variation('false', 'old checkout', 'As it was'), variation('true', 'new checkout', 'One page')],
        },
        new_search: {
          returnType: 'string',
          variations: [
            variation('classic'),
            variation('semantic', 'semantic', 'Ranked by meaning'),
            variation('hybrid', 'hybrid', 'Both, best first'),
          ],
        },
        dark_mode: { variations: [variation('false', 'light'), variation('true', 'dark')] },
        banner: { returnType: 'string', variations: [variation('none'), variation('small'), variation('large')] },
      },
      environments: {
        dev: {
          targetings: {
            checkout: {
              comment: 'Nobody has the new checkout yet',
              disabled: false,
              content: { rules: [], defaultServe: { select: 0 } },
            },
          },
        },
        online: {
          enableApproval: false,
          reviewers: ['demo'],
          targetings: {
            checkout: {
              version: 3,
              comment: 'New checkout for the first testers',
              disabled: false,
              content: {
                rules: [
                  {
                    name: 'First testers',
                    serve: { select: 1 },
                    conditions: [{ type: 'segment', predicate: 'is in', objects: ['beta_testers'] }],
                  },
                ],
                defaultServe: { select: 0 },
              },
            },
          },
        },
      },
    },
  },
};

function variation(value: string, name = value, description = '') {
  return { value, name, description };
}

function segment(name: string, rule: string, [subject, predicate, object]: readonly [string, string, string]) {
  return { name, rules: [{ name: rule, conditions: [{ type: 'string', subject, predicate, objects: [object] }] }] };
}
