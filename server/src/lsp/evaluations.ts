/** Makes open files ready to be evaluated, with the users, the required toggles and what is known of their services. */
import { MAX_TEXT_LENGTH, MAX_UNASKED_LENGTH } from '../core/json/document.js';
import type { JsonDocument } from '../core/json/document.js';
import { parse } from '../core/json/document.js';
import type { Changing } from '../core/results/impact/impactTogether.js';
import type { Evaluated, Person } from '../core/results/evaluated.js';
import { whenRead } from '../core/features/completion/inService.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import type { AskedUser, OtherToggle, ServiceKnowledge, ToggleChange, UserGets } from '../core/protocol.js';
import type { LocalServing } from './serving/localServing.js';
import type { Disk } from '../workspace/disk/disk.js';
import type { Carried, ToCarry } from '../workspace/carryOver.js';
import { carryOver } from '../workspace/carryOver.js';
import { changingTogether } from '../workspace/dependents.js';
import type { Known, KnownOfService, Project } from '../workspace/project.js';
import { segmentsOf } from '../workspace/services/knownProject.js';
import type { KnownServices } from '../workspace/services/knownServices.js';
import type { Turns } from '../workspace/turns.js';

export interface ReadyToEvaluate {
  readonly evaluated: Evaluated;
  readonly users: readonly Person[];
  /** How many of the file are too many to be evaluated with every keystroke. */
  readonly omitted: number;
  readonly usersUri: string | undefined;
  /** Whether the file of users could be read whole. */
  readonly areAll: boolean;
}

interface Options {
  readonly disk: Disk;
  readonly project: Project;
  readonly services: KnownServices;
  /** As Intl takes it. */
  readonly locale: string;
}

/** Nothing else is answered meanwhile: some 5 milliseconds, and five times as many where the code has just been loaded. */
export const STEPS_FOR_A_USER_WHILE_TYPING = 250_000;

/** For all users together: some tenths of a second. */
const MAX_EVALUATED_RULES = 200_000;

export class Evaluations {
  constructor(private readonly options: Options) {}

  /** Undefined for a document that is no targeting file, or too large for the service. */
  async of(open: OpenDocument, turns: Turns): Promise<ReadyToEvaluate | undefined> {
    if (open.kind !== 'targeting' || open.json.length > MAX_UNASKED_LENGTH) return undefined;
    const { project } = this.options;
    const users = project.users(open.uri);
    const evaluated = await this.#evaluated(open.uri, open.json);
    await turns.pause();
    const all = users?.all ?? [];
    const most = Math.max(1, Math.floor(MAX_EVALUATED_RULES / (1 + evaluated.arrival.toggle.rules.length)));
    return {
      evaluated,
      users: all.slice(0, most),
      omitted: Math.max(0, all.length - most),
      usersUri: users?.uri,
      areAll: users?.areAll ?? true,
    };
  }

  /**
   * Toggles of one environment before and after they change together, none of whose states need be those of files, with the same known
   * beside them. A service may say much, so that others have their turn between the steps.
   */
  changing(
    changes: readonly ToggleChange[],
    others: readonly OtherToggle[],
    turns: Turns,
  ): Promise<readonly Changing[]> {
    return changingTogether(this.options.project, changes, others, async (uri, json, known) => {
      await turns.pause();
      const made = await this.#evaluated(uri, json, known);
      await turns.pause();
      return made;
    });
  }

  /** What is made in the files of the other environments, and what it does there. */
  async carriedOver(change: ToCarry): Promise<readonly Carried[]> {
    return (await carryOver(this.options.project, [change], (...asked) => this.#evaluated(...asked)))[0] ?? [];
  }

  /** Undefined where there are no users, too; then nothing waits for other files. */
  async withUsers(open: OpenDocument, turns: Turns): Promise<ReadyToEvaluate | undefined> {
    return this.options.project.users(open.uri)?.all.length ? this.of(open, turns) : undefined;
  }

  /** Decides for all of them, a few at a time, so that no other request waits for it. Who asks about them afterwards finds it known. */
  async decide(turns: Turns, people: readonly Person[], ...states: readonly (Evaluated | undefined)[]): Promise<void> {
    for (const evaluated of states)
      for (const person of people) {
        evaluated?.decided(person);
        await turns.pause();
      }
  }

  /** The file as it was saved last; undefined where it says the same. */
  async saved(open: OpenDocument): Promise<Evaluated | undefined> {
    const text = this.options.disk.read(open.uri, MAX_TEXT_LENGTH);
    return typeof text !== 'string' || text === open.json.text ? undefined : this.earlier(open.uri, text);
  }

  /** A file that need not be open. */
  ofDocument(uri: string, json: JsonDocument): Promise<Evaluated> {
    return this.#evaluated(uri, json);
  }

  /** The file as it was once, beside all others as they are now. */
  earlier(uri: string, text: string): Promise<Evaluated> {
    return this.#evaluated(uri, parse(text));
  }

  /** What its service tells of a toggle; without one, of the file's own. */
  serviceOf(uri: string, toggle?: string): KnownOfService {
    const { services, locale } = this.options;
    const seen = services.seen(uri);
    const own = services.of(uri).find((each) => each.returnType !== undefined)?.returnType;
    const returnType = seen.flatMap(({ toggles }) => toggles).find(({ key }) => key === toggle)?.returnType ?? own;
    return { returnType, ...segmentsIn(seen, locale) };
  }

  #evaluated(uri: string, json: JsonDocument, known: Pick<Known, 'toggle' | 'instead'> = {}): Promise<Evaluated> {
    const service = this.serviceOf(uri, known.toggle);
    return this.options.project.evaluated(uri, json, { service, ...known });
  }
}

/** Who is in which segment, as the service says. Where the file goes to several projects, nobody knows which of them counts. */
function segmentsIn([only, another]: readonly ServiceKnowledge[], locale: string) {
  if (only === undefined || another !== undefined) return { segments: undefined };
  return { ...segmentsOf(only), segmentsRead: whenRead(only, { locale }) };
}

export type AnyPerson = Person & Pick<UserGets, 'isAsked' | 'isSeen'>;

/** Those of the file, then those who were asked for, and those who came by. */
export function everyoneFor(
  uri: string,
  users: readonly Person[],
  asked: readonly AskedUser[],
  serving: LocalServing,
): readonly AnyPerson[] {
  const known = [
    ...users.map((user) => ({ ...user, isAsked: false })),
    ...asked.map((user) => ({ ...personOf(user), isAsked: true })),
  ];
  const seen = serving.seen(uri, known);
  return [...known, ...seen.map((user) => ({ ...personOf(user), isAsked: false, isSeen: true as const }))];
}

function personOf({ name, key, attributes, segments, now, bucket }: AskedUser): Person {
  return { name, key, segments, now, bucket, attributes: new Map(Object.entries(attributes)) };
}
