/**
 * What a service begins with, as plain data: the shape of a seed, and the one that `npm start` uses. Deliberately nothing
 * that is made at run time: a toggle that an environment's `targetings` do not mention is a freshly made one.
 */
import type { Content, Variation } from './grammar.js';

export interface Seed {
  readonly tokens: readonly TokenSeed[];
  readonly projects: Readonly<Record<string, ProjectSeed>>;
}

/** A token that does not begin with `api-` is never accepted. */
export interface TokenSeed {
  readonly token: string;
  readonly account: string;
  readonly readOnly?: boolean;
}

export interface ProjectSeed {
  readonly environments: Readonly<Record<string, EnvironmentSeed>>;
  readonly toggles: Readonly<Record<string, ToggleSeed>>;
  readonly segments?: readonly string[];
}

export interface EnvironmentSeed {
  readonly enableApproval?: boolean;
  readonly reviewers?: readonly string[];
  readonly targetings?: Readonly<Record<string, TargetingSeed>>;
}

export interface ToggleSeed {
  readonly variations: readonly Variation[];
}

/** `content` is laid over that of a freshly made toggle, field by field. */
export interface TargetingSeed {
  readonly version?: number;
  readonly comment?: string;
  readonly disabled?: boolean;
  readonly content?: Content;
}

const offAndOn: readonly Variation[] = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];

export const demoSeed: Seed = {
  tokens: [{ token: 'api-demo-token', account: 'demo' }],
  projects: {
    My_Project: {
      segments: ['beta_testers', 'employees'],
      toggles: {
        checkout: { variations: offAndOn },
        new_search: {
          variations: [
            { value: 'classic', name: 'Classic', description: 'The search that everybody knows' },
            { value: 'semantic', name: 'Semantic', description: 'Finds what was meant' },
            { value: 'hybrid', name: 'Hybrid', description: 'Both, best first' },
          ],
        },
        dark_mode: { variations: offAndOn },
        banner: {
          variations: [
            { value: 'none', name: 'No banner', description: '' },
            { value: 'small', name: 'Small banner', description: '' },
            { value: 'large', name: 'Large banner', description: '' },
          ],
        },
      },
      environments: {
        dev: {},
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
