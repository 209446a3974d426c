/** Custom request `whoGetsWhat`: the result of each user in a document. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonNode } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';
import type { UserGets, WhoGetsWhat } from '../protocol.js';
import type { OpenDocument } from '../features/openDocument.js';
import { rangeOf } from '../features/openDocument.js';
import { deciderInWords } from './reasons/deciding.js';
import type { Evaluated, Person } from './evaluated.js';

/** @param earlier the version to compare with; undefined if the file is unchanged */
export function whoGetsWhat(
  open: OpenDocument,
  evaluated: Evaluated,
  earlier: Evaluated | undefined,
  people: readonly (Person & Pick<UserGets, 'isAsked' | 'isSeen'>)[],
): Omit<WhoGetsWhat, 'usersUri' | 'areAll' | 'subjects' | 'omitted'> {
  const { words } = evaluated;
  const users = people.map((person): UserGets => {
    const decided = evaluated.decided(person);
    const { outcome } = decided.results[0] ?? { outcome: 'depends' };
    const before = earlier?.decided(person).results[0]?.outcome;
    const [gets, got] = [words.outcome(outcome), before === undefined ? undefined : earlier?.words.outcome(before)];
    const range = rangeOfNode(open, nodeAt(open.json, decided.decider.path));
    return {
      name: person.name,
      isAsked: person.isAsked,
      ...(person.isSeen && { isSeen: true }),
      gets,
      by: deciderInWords(evaluated, decided.decider),
      ...(got !== undefined && got !== gets && { earlier: got }),
      sdks: words.differing(decided.results),
      ...(range !== undefined && { range }),
    };
  });
  const { notice } = evaluated;
  const range = rangeOfNode(open, notice?.node);
  return {
    version: open.version,
    ...(notice !== undefined && { notice: { words: notice.words, ...(range !== undefined && { range }) } }),
    users,
  };
}

function rangeOfNode(open: OpenDocument, node: JsonNode | undefined): Range | undefined {
  return node && rangeOf(open, node);
}
