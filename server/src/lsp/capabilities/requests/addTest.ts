/** The server's own command, which adds a test with a user who reaches a given rule. */
import { t } from '../../../core/t.js';
import { caseFor, caseForChange } from '../../../core/results/tests/addTest.js';
import { addTestCommand } from '../../../core/features/commandNames.js';
import { asObject } from '../../../core/json/plain.js';
import type { AddTestArgument } from '../../../core/protocol.js';
import { testsOf } from '../../../core/targeting/fileNames.js';
import { Turns } from '../../../workspace/turns.js';
import { addItem } from '../../addItem.js';
import { MessageType, ShowMessageNotification } from '../../lsp.js';
import type { Capability, Session } from '../../session.js';

export const addTest: Capability = (session) => {
  const { connection, fenced } = session;
  connection.onExecuteCommand(({ command, arguments: [argument] = [] }) =>
    fenced(null, async () => {
      const asked = command === addTestCommand ? argumentOf(argument) : undefined;
      const refusal = asked && (await addedTest(session, asked));
      if (refusal !== undefined)
        await connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message: refusal });
      return null;
    }),
  );
  return { executeCommandProvider: { commands: [addTestCommand] } };
};

/** @returns why no test was added; undefined if a test was added */
async function addedTest(session: Session, { uri, version, rule }: AddTestArgument): Promise<string | undefined> {
  const { documents, evaluations } = session;
  const open = documents.get(uri);
  const ready = open?.version === version ? await evaluations.of(open, new Turns('asked')) : undefined;
  if (open === undefined || ready === undefined) return t('The file has changed. Request the test again.');
  const saved = rule === 'changed' ? await evaluations.saved(open) : undefined;
  const found = rule === 'changed' ? saved && caseForChange(saved, ready.evaluated) : caseFor(ready.evaluated, rule);
  if (found === undefined) return noUser(rule);
  return addItem(session, {
    uri: testsOf(uri),
    list: 'cases',
    json: found,
    incomplete: (name) => t('{0} is incomplete or has no list of cases. Fix it, then request the test again.', name),
  });
}

function noUser(rule: AddTestArgument['rule']): string {
  switch (rule) {
    case 'default':
      return t('No user was found who reaches the default. There may be none.');
    case 'changed':
      return t('No user was found who is affected by your change. There may be none.');
    default:
      return t('No user was found who reaches this rule. There may be none.');
  }
}

function argumentOf(value: unknown): AddTestArgument | undefined {
  const { uri, version, rule } = asObject(value) ?? {};
  if (typeof uri !== 'string' || typeof version !== 'number') return undefined;
  return typeof rule === 'number' || rule === 'default' || rule === 'changed' ? { uri, version, rule } : undefined;
}
