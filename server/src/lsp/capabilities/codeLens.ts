/** textDocument/codeLens, from a table of lenses. */
import type { CodeLens } from 'vscode-languageserver-types';
import { askedLens, codeLens, requiredByLens } from '../../core/features/codeLens.js';
import { openCommand } from '../../core/features/commandNames.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import { MAX_EVALUATED_LENGTH } from '../../core/json/document.js';
import { userLenses } from '../../core/results/lenses.js';
import { mayHaveTimes, timeLenses } from '../../core/results/ruleTimes.js';
import type { ServedFile } from '../../core/results/servedLenses.js';
import { askedLenses, servedLens } from '../../core/results/servedLenses.js';
import { requiredBy } from '../../workspace/dependents.js';
import { Turns } from '../../workspace/turns.js';
import type { ReadyToEvaluate } from '../evaluations.js';
import { CodeLensRefreshRequest } from '../lsp.js';
import type { Capability, Session } from '../session.js';
import type { Settings } from '../settings.js';
import { MAX_ANALYZED_LENGTH } from './explanations.js';

interface Lens {
  readonly isOn: (settings: Settings['codeLens'], open: OpenDocument) => boolean;
  /** The data that the lens needs; loading it may wait for other files. */
  readonly wants?: 'users' | 'times';
  readonly above: (open: OpenDocument, session: Session, ready: ReadyToEvaluate | undefined) => readonly CodeLens[];
}

/** Lenses of one line appear in this order. */
const lenses: readonly Lens[] = [
  { isOn: () => true, above: served },
  { isOn: ({ asked }) => asked, above: askedHere },
  { isOn: ({ servedBy }) => servedBy, above: askedInCode },
  {
    isOn: ({ servedBy }) => servedBy,
    above: (open, { project, settings }) =>
      requiredByLens(open, requiredBy(project, open.uri), settings.now.showReferencesCommand),
  },
  {
    isOn: ({ servedBy }) => servedBy,
    above: (open, { settings }) => codeLens(open, settings.now.showReferencesCommand),
  },
  {
    isOn: ({ users }) => users,
    wants: 'users',
    above: (open, { settings }, ready) =>
      ready === undefined ? [] : userLenses(open, ready.evaluated, ready.users, settings.now.showUsersCommand),
  },
  {
    isOn: ({ times }, open) => times && open.json.length <= MAX_ANALYZED_LENGTH && mayHaveTimes(open),
    wants: 'times',
    above: (open, _, ready) => (ready === undefined ? [] : timeLenses(open, ready.evaluated)),
  },
];

export const codeLensProvider: Capability = (session) => {
  const { connection, client, evaluations, settings, answer, logged } = session;
  connection.onCodeLens(
    answer(null, async (open, _, token) => {
      if (open.json.length > MAX_EVALUATED_LENGTH) return [];
      const turns = new Turns('unasked', token);
      await turns.pause();
      const wanted = settings.of(open.uri).codeLens;
      const on = lenses.filter(({ isOn }) => isOn(wanted, open));
      const wants = new Set(on.map((lens) => lens.wants));
      // Without users and times, no lens waits for other files.
      const ready = await (wants.has('times')
        ? evaluations.of(open, turns)
        : wants.has('users')
          ? evaluations.withUsers(open, turns)
          : undefined);
      if (ready !== undefined && wants.has('users')) await evaluations.decide(turns, ready.users, ready.evaluated);
      const found: CodeLens[] = [];
      for (const { above } of on) {
        await turns.pause();
        found.push(...above(open, session, ready));
      }
      return found;
    }),
  );
  if (client.workspace?.codeLens?.refreshSupport === true)
    session.changes.on('lenses', (change) => {
      if (change.of !== 'settings' || wantsOthers(change.before, settings.now))
        connection.sendRequest(CodeLensRefreshRequest.type).catch(logged);
    });
  return { codeLensProvider: {} };
};

function wantsOthers(before: Settings, now: Settings): boolean {
  const [one, other] = [before, now].map(({ codeLens, folders, isTrusted }) =>
    JSON.stringify([codeLens, folders, isTrusted]),
  );
  return one !== other;
}

function served(open: OpenDocument, { serving, settings }: Session): readonly CodeLens[] {
  const file = servedFile(open, serving);
  const url = serving.now?.url;
  return file && url !== undefined ? [servedLens(open, file, url, settings.now.opens ? openCommand : '')] : [];
}

function askedHere(open: OpenDocument, { serving, settings }: Session): readonly CodeLens[] {
  const file = servedFile(open, serving);
  return file === undefined ? [] : askedLenses(open, file, settings.now.showUsersCommand);
}

function servedFile({ uri }: OpenDocument, serving: Session['serving']): ServedFile | undefined {
  const found = serving.of(uri);
  if (found === undefined) return undefined;
  const { served, trouble } = found.toggle;
  return { trouble: trouble?.words, variations: served?.variations, asked: found.asked };
}

/** No lens until all code is read; a refresh follows. */
function askedInCode(open: OpenDocument, { codeIndex, project, settings }: Session): readonly CodeLens[] {
  const asked =
    open.kind === 'targeting' ? codeIndex.seen(open.uri, project.files.identity(open.uri).toggle) : undefined;
  return asked === undefined ? [] : [askedLens(open, asked, settings.now.showReferencesCommand)];
}
