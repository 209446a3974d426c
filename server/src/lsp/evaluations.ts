/** Prepares open files for evaluation: adds their users, the required toggles, and the data that services provide. */
import { MAX_TEXT_LENGTH, MAX_EVALUATED_LENGTH } from '../core/json/document.js';
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
import type { EvaluationFacts, ServiceFacts, Project } from '../workspace/project.js';
import { segmentsOf } from '../workspace/services/knownProject.js';
import type { KnownServices } from '../workspace/services/knownServices.js';
import type { Turns } from '../workspace/turns.js';

export interface ReadyToEvaluate {
  readonly evaluated: Evaluated;
  readonly users: readonly Person[];
  /** The number of users who are left out, because evaluating more users on every keystroke would take too long. */
  readonly omitted: number;
  readonly usersUri: string | undefined;
  /** Whether all users are known. False if the users file is broken. */
  readonly areAll: boolean;
}

interface Options {
  readonly disk: Disk;
  readonly project: Project;
  readonly services: KnownServices;
  readonly locale: string;
}

/** The maximum steps for one user: about 5 ms, or 25 ms in unoptimized code, during which no other response is sent. */
export const STEPS_FOR_A_USER_WHILE_TYPING = 250_000;

/** The limit for all users together: evaluating this many rules takes a few tenths of a second. */
const MAX_EVALUATED_RULES = 200_000;

export class Evaluations {
  constructor(private readonly options: Options) {}

  /** @returns undefined if the document is not a targeting file, or is too large to evaluate */
  async of(open: OpenDocument, turns: Turns): Promise<ReadyToEvaluate | undefined> {
    if (open.kind !== 'targeting' || open.json.length > MAX_EVALUATED_LENGTH) return undefined;
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

  /** Evaluates toggles of one environment before and after all of them change. Yields between the steps. */
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

  /** Applies a change to the toggle's files in other environments, and computes its impact there. */
  async carriedOver(change: ToCarry): Promise<readonly Carried[]> {
    return (await carryOver(this.options.project, [change], (...asked) => this.#evaluated(...asked)))[0] ?? [];
  }

  /** @returns the result of `of`; undefined if the file has no users, so that requests need not wait for other files */
  async withUsers(open: OpenDocument, turns: Turns): Promise<ReadyToEvaluate | undefined> {
    return this.options.project.users(open.uri)?.all.length ? this.of(open, turns) : undefined;
  }

  /** Evaluates the file for all users, and caches the results. Yields between users. */
  async decide(turns: Turns, people: readonly Person[], ...states: readonly (Evaluated | undefined)[]): Promise<void> {
    for (const evaluated of states)
      for (const person of people) {
        evaluated?.decided(person);
        await turns.pause();
      }
  }

  /** @returns the saved text of the file, ready to evaluate; undefined if it is unreadable or equals the open text */
  async saved(open: OpenDocument): Promise<Evaluated | undefined> {
    const text = this.options.disk.read(open.uri, MAX_TEXT_LENGTH);
    return typeof text !== 'string' || text === open.json.text ? undefined : this.earlier(open.uri, text);
  }

  ofDocument(uri: string, json: JsonDocument): Promise<Evaluated> {
    return this.#evaluated(uri, json);
  }

  /** Prepares an earlier text of the file for evaluation, with the current texts of other files. */
  earlier(uri: string, text: string): Promise<Evaluated> {
    return this.#evaluated(uri, parse(text));
  }

  /** The service's data about a toggle, by default about the file's own toggle. */
  serviceOf(uri: string, toggle?: string): ServiceFacts {
    const { services, locale } = this.options;
    const seen = services.seen(uri);
    const own = services.of(uri).find((each) => each.returnType !== undefined)?.returnType;
    const returnType = seen.flatMap(({ toggles }) => toggles).find(({ key }) => key === toggle)?.returnType ?? own;
    return { returnType, ...segmentsIn(seen, locale) };
  }

  #evaluated(
    uri: string,
    json: JsonDocument,
    known: Pick<EvaluationFacts, 'toggle' | 'instead'> = {},
  ): Promise<Evaluated> {
    const service = this.serviceOf(uri, known.toggle);
    return this.options.project.evaluated(uri, json, { service, ...known });
  }
}

/** The segments of the service; undefined if the file goes to several projects, because their segments may differ. */
function segmentsIn([only, another]: readonly ServiceKnowledge[], locale: string) {
  if (only === undefined || another !== undefined) return { segments: undefined };
  return { ...segmentsOf(only), segmentsRead: whenRead(only, { locale }) };
}

export type AnyPerson = Person & Pick<UserGets, 'isAsked' | 'isSeen'>;

/** The users of the users file, followed by the users entered in the editor and the users seen in applications. */
export function allUsersFor(
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
