/** Notifies the listeners that depend on a kind of change, in the order of the table below. */
import type { ProjectChange } from '../workspace/project.js';
import type { Settings } from './settings.js';

export type Change =
  | ProjectChange
  | { readonly of: 'settings'; readonly before: Settings }
  | { readonly of: 'code'; readonly uri: string }
  /** The findings of dead targeting in one file have changed. */
  | { readonly of: 'dead-targeting'; readonly uri: string }
  /** The data that was read from services has changed. */
  | { readonly of: 'services' }
  | { readonly of: 'calls' }
  | { readonly of: 'requests' }
  | { readonly of: 'disk' };

/** The order matters: caches are updated before the editor is notified. */
const dependents = {
  settings: ['code', 'closed-files', 'problems', 'hints', 'lenses', 'code-problems'],
  configs: ['services', 'code', 'closed-files', 'problems', 'targets', 'code-problems', 'served'],
  toggles: ['code', 'closed-files', 'problems', 'lenses', 'evaluations', 'code-problems', 'served'],
  services: ['code', 'closed-files', 'problems', 'lenses', 'code-problems', 'served'],
  users: ['problems', 'lenses', 'evaluations', 'served'],
  disk: ['closed-files'],
  code: ['code', 'code-problems'],
  'dead-targeting': ['problems'],
  calls: ['problems', 'lenses'],
  requests: ['lenses', 'evaluations'],
} as const satisfies Readonly<Record<Change['of'], readonly string[]>>;

type Dependent = (typeof dependents)[Change['of']][number];
type Listener = (change: Change) => unknown;

export class Changes {
  readonly #listeners = new Map<Dependent, Listener>();

  constructor(private readonly fenced: (otherwise: undefined, work: () => unknown) => unknown) {}

  on(dependent: Dependent, listener: Listener): void {
    this.#listeners.set(dependent, listener);
  }

  made(change: Change): void {
    for (const dependent of dependents[change.of])
      void this.fenced(undefined, () => this.#listeners.get(dependent)?.(change));
  }
}
