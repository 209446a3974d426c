/** The server's own command: adds a test of a rule to the file beside it, with a user who comes to the rule. */
import { t } from '@vscode/l10n';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { MAX_BESIDE_BYTES } from '../../core/checks/unreadable.js';
import { caseFor, caseForChange, placeOfLastCase, withCase } from '../../core/results/addTest.js';
import { addTestCommand } from '../../core/features/commandNames.js';
import { applyEdits } from '../../core/json/edits.js';
import { parse } from '../../core/json/document.js';
import { asObject } from '../../core/json/plain.js';
import { rangeIn } from '../../core/json/queries.js';
import type { AddTestArgument } from '../../core/protocol.js';
import { testsOf } from '../../core/targeting/fileNames.js';
import { deadline, Turns } from '../../workspace/turns.js';
import { MessageType, ShowMessageNotification } from '../lsp.js';
import type { Capability, Session } from '../session.js';

/** Milliseconds for the search of a user. */
const WITNESS_BUDGET_MS = 1_000;

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

/** @returns why there is none */
async function addedTest(session: Session, { uri, version, rule }: AddTestArgument): Promise<string | undefined> {
  const { connection, client, documents, disk, evaluations, project } = session;
  const open = documents.get(uri);
  const ready = open?.version === version ? await evaluations.of(open, new Turns('asked')) : undefined;
  if (open === undefined || ready === undefined) return t('The file has changed. Request the test again.');
  const isOver = deadline(WITNESS_BUDGET_MS);
  const saved = rule === 'changed' ? await evaluations.saved(open) : undefined;
  const found =
    rule === 'changed'
      ? saved && caseForChange(saved, ready.evaluated, isOver)
      : caseFor(ready.evaluated, rule, isOver);
  if (found === undefined) return noUser(rule);
  const testsUri = testsOf(uri);
  const onDisk = project.bounds.outside(testsUri) === undefined ? disk.read(testsUri, MAX_BESIDE_BYTES) : undefined;
  const text = documents.get(testsUri)?.json.text ?? onDisk;
  const tests = typeof text === 'string' ? parse(text) : undefined;
  const edits = text === undefined || tests !== undefined ? withCase(tests, found) : undefined;
  const name = decodeURIComponent(testsUri.slice(testsUri.lastIndexOf('/') + 1));
  if (edits === undefined)
    return t('{0} is incomplete or has no list of cases. Fix it, then request the test again.', name);
  const textEdits = edits.map(({ newText, ...span }) => ({ newText, range: rangeIn(tests ?? parse(''), span) }));
  const { applied } = await connection.workspace.applyEdit(editOf(testsUri, textEdits, text === undefined));
  if (!applied) return t('The editor did not add the test to {0}.', name);
  if (client.window?.showDocument?.support === true) {
    const now = parse(applyEdits(tests?.text ?? '', edits));
    const selection = rangeIn(now, placeOfLastCase(now));
    await connection.window.showDocument({ uri: testsUri, takeFocus: true, selection });
  }
  return undefined;
}

function noUser(rule: AddTestArgument['rule']): string {
  switch (rule) {
    case 'default':
      return t('No user was found who reaches the default. There may be none.');
    case 'changed':
      return t('No user was found whose value your change affects. There may be none.');
    default:
      return t('No user was found who reaches this rule. There may be none.');
  }
}

function editOf(uri: string, edits: TextEdit[], isNew: boolean): WorkspaceEdit {
  if (!isNew) return { changes: { [uri]: edits } };
  const textDocument = { uri, version: null };
  return {
    documentChanges: [
      { kind: 'create', uri },
      { textDocument, edits },
    ],
  };
}

function argumentOf(value: unknown): AddTestArgument | undefined {
  const { uri, version, rule } = asObject(value) ?? {};
  if (typeof uri !== 'string' || typeof version !== 'number') return undefined;
  return typeof rule === 'number' || rule === 'default' || rule === 'changed' ? { uri, version, rule } : undefined;
}
