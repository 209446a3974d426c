/** What changes beside a document, and what depends on it: a table, in the order in which those who depend on it hear of it. */
import type { ProjectChange } from '../workspace/project.js';
import type { Settings } from './settings.js';

export type Change =
  | ProjectChange
  | { readonly of: 'settings'; readonly before: Settings }
  /** A file of code was opened, changed or closed, or is another one on disk. */
  | { readonly of: 'code'; readonly uri: string }
  /** It was looked for in this file, and other dead targeting was found than before. */
  | { readonly of: 'dead-targeting'; readonly uri: string }
  /** More or less is known of services. */
  | { readonly of: 'services' }
  /** All files of code were read. */
  | { readonly of: 'calls' }
  | { readonly of: 'requests' }
  | { readonly of: 'disk' };

/** What is found anew comes before what the editor is told. */
const dependents = {
  settings: ['code', 'closed-files', 'problems', 'hints', 'lenses', 'code-problems'],
  configs: ['services', 'code', 'closed-files', 'problems', 'targets', 'code-problems', 'served'],
  toggles: ['code', 'closed-files', 'problems', 'lenses', 'evaluations', 'code-problems', 'served'],
  services: ['code', 'closed-files', 'problems', 'lenses', 'code-problems', 'served'],
  users: ['problems', 'lenses', 'evaluations', 'served'],
  disk: ['closed-files'],
  code: ['code', 'code-problems'],
  'dead-targeting': ['problems'],
  calls: ['lenses'],
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
