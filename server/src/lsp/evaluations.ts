/** Makes open files ready to be evaluated, with the users, the required toggles and what is known of their services. */
import { largestText } from '../json/document.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import type { Person } from '../features/evaluation/evaluated.js';
import { Evaluated } from '../features/evaluation/evaluated.js';
import type { Users } from '../evaluation/users.js';
import type { OpenDocument } from '../features/openDocument.js';
import type { AskedUser } from '../protocol.js';
import type { Toggles } from '../targeting/toggles.js';
import { summaryOf } from '../targeting/toggles.js';
import type { Disk } from '../workspace/disk.js';
import type { KnownServices } from '../workspace/knownServices.js';
import { requiredToggles } from '../workspace/requiredToggles.js';
import type { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import type { TextDocuments } from './lsp.js';

export interface ReadyToEvaluate {
  readonly evaluated: Evaluated;
  readonly users: readonly Person[];
  /** How many of the file are too many to be evaluated with every keystroke. */
  readonly omitted: number;
  readonly usersUri: string | undefined;
  /** The attributes that the file looks at. */
  readonly subjects: readonly string[];
}

interface Options {
  readonly disk: Disk;
  readonly documents: TextDocuments<OpenDocument>;
  readonly workspace: WorkspaceFiles;
  readonly services: KnownServices;
  readonly usersFor: (uri: string) => (Users & { readonly uri: string }) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** For all users together: some tenths of a second. */
const mostRules = 200_000;

export class Evaluations {
  constructor(private readonly options: Options) {}

  /** Undefined for a document that is no targeting file. */
  async of(open: OpenDocument): Promise<ReadyToEvaluate | undefined> {
    if (open.kind !== 'targeting') return undefined;
    const users = this.options.usersFor(open.uri);
    const toggles = await this.options.workspace.ready();
    const { subjects } = summaryOf(open.json).asks;
    const evaluated = this.#evaluated(open.uri, open.json, toggles);
    const all = users?.all ?? [];
    const most = Math.max(1, Math.floor(mostRules / (1 + evaluated.arrival.toggle.rules.length)));
    return {
      evaluated,
      users: all.slice(0, most),
      omitted: Math.max(0, all.length - most),
      usersUri: users?.uri,
      subjects: [...new Set(subjects.map(({ subject }) => subject))],
    };
  }

  /** Undefined where there are no users, too; then nothing waits for other files. */
  async withUsers(open: OpenDocument): Promise<ReadyToEvaluate | undefined> {
    return this.options.usersFor(open.uri)?.all.length ? this.of(open) : undefined;
  }

  /** The file as it was saved last; undefined where it says the same. */
  saved(open: OpenDocument): Evaluated | undefined {
    const text = this.options.disk.read(open.uri, largestText);
    if (typeof text !== 'string' || text === open.json.text) return undefined;
    return this.#evaluated(open.uri, parse(text), this.options.workspace.toggles);
  }

  #evaluated(uri: string, json: JsonDocument, toggles: Toggles): Evaluated {
    const { services, documents, disk, now } = this.options;
    const textOf = (other: string) => {
      const text = documents.get(other)?.json.text ?? disk.read(other, largestText);
      return typeof text === 'string' ? text : undefined;
    };
    const required = requiredToggles(uri, json, toggles, textOf);
    return new Evaluated(json, {
      toggle: toggles.of(uri)?.toggle ?? '',
      returnType: services.of(uri).find(({ returnType }) => returnType !== undefined)?.returnType,
      toggles: new Map(Array.from(required, ([key, { source }]) => [key, source])),
      otherToggles: 'unknown',
      segments: undefined,
      now: Math.floor(now() / 1_000),
    });
  }
}

/** Those of the file, and then those who were asked for. */
export function peopleOf(
  users: readonly Person[],
  asked: readonly AskedUser[],
): readonly (Person & { readonly isAsked: boolean })[] {
  return [
    ...users.map((user) => ({ ...user, isAsked: false })),
    ...asked.map(({ name, key, attributes, segments, now, bucket }) => ({
      ...{ name, key, segments, now, bucket, isAsked: true },
      attributes: new Map(Object.entries(attributes)),
    })),
  ];
}
