/** textDocument/codeLens, computed from a table of lenses. */
import type { CodeLens } from 'vscode-languageserver-types';
import { lensTo, requiredByLens } from '../../core/features/codeLens.js';
import { openCommand } from '../../core/features/commandNames.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import { MAX_EVALUATED_LENGTH } from '../../core/json/document.js';
import type { LensName } from '../../core/protocol/settings.js';
import { deadLenses, userLenses } from '../../core/results/lenses.js';
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
  readonly name: LensName;
  readonly isPossible?: (open: OpenDocument) => boolean;
  /** The data that the lens needs. Loading it may require other files. */
  readonly wants?: 'dead' | 'users' | 'times';
  readonly above: (open: OpenDocument, session: Session, ready: ReadyToEvaluate | undefined) => readonly CodeLens[];
}

const isAnalyzed = ({ kind, json }: OpenDocument) => kind === 'targeting' && json.length <= MAX_ANALYZED_LENGTH;

/** The lenses, in their order on the same line. */
const lenses: readonly Lens[] = [
  { name: 'requests', above: served },
  {
    name: 'dead',
    isPossible: isAnalyzed,
    wants: 'dead',
    above: (open, { deadTargeting }) => deadLenses(open, deadTargeting.of(open.json)),
  },
  { name: 'requests', above: askedHere },
  { name: 'references', above: askedInCode },
  {
    name: 'references',
    above: (open, { project, settings }) =>
      requiredByLens(open, requiredBy(project, open.uri), settings.now.showReferencesCommand),
  },
  {
    name: 'users',
    wants: 'users',
    above: (open, { settings }, ready) =>
      ready === undefined ? [] : userLenses(open, ready.evaluated, ready.users, settings.now.showUsersCommand),
  },
  {
    name: 'times',
    isPossible: (open) => isAnalyzed(open) && mayHaveTimes(open),
    wants: 'times',
    above: (open, _, ready) => (ready === undefined ? [] : timeLenses(open, ready.evaluated)),
  },
];

export const codeLensProvider: Capability = (session) => {
  const { connection, client, deadTargeting, evaluations, settings, answer, logged } = session;
  connection.onCodeLens(
    answer(null, async (open, _, token) => {
      if (open.json.length > MAX_EVALUATED_LENGTH) return [];
      const turns = new Turns('unasked', token);
      await turns.pause();
      const { names, onePerLine } = settings.of(open.uri).lenses;
      const on = lenses.filter(({ name, isPossible }) => names.includes(name) && isPossible?.(open) !== false);
      const wants = new Set(on.map((lens) => lens.wants));
      // If no lens needs users or times, the request does not wait for other files.
      const ready = await (wants.has('times')
        ? evaluations.of(open, turns)
        : wants.has('users')
          ? evaluations.withUsers(open, turns)
          : undefined);
      if (ready !== undefined && wants.has('users')) await evaluations.decide(turns, ready.users, ready.evaluated);
      // The response waits for the search: until then, editors keep the earlier lenses, so that lines do not move.
      if (wants.has('dead')) await deadTargeting.complete(open.uri);
      const found: Found[] = [];
      for (const { name, above } of on) {
        await turns.pause();
        for (const lens of above(open, session, ready)) found.push({ name, lens });
      }
      return onePerLine ? oneOfEachLine(found) : found.map(({ lens }) => lens);
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
  const [one, other] = [before, now].map((each) => JSON.stringify([each.lenses, each.folders, each.isTrusted]));
  return one !== other;
}

type Found = Pick<Lens, 'name'> & { readonly lens: CodeLens };

/** Keeps the first lens of each line, next to why the line is faded. The first line is for the client's lenses. */
function oneOfEachLine(found: readonly Found[]): CodeLens[] {
  const lines = new Map<number, CodeLens>();
  for (const { name, lens } of found.toReversed()) {
    const { line } = lens.range.start;
    const { command: other, range } = lines.get(line) ?? lens;
    const isReason = name === 'dead' && lines.has(line) && other !== undefined;
    const title = `${lens.command?.title ?? ''} · ${other?.title ?? ''}`;
    lines.set(line, isReason ? { range, command: { ...other, title } } : lens);
  }
  lines.delete(0);
  return [...lines.values()].reverse();
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

/** No lens is shown until all code has been read. The lenses are then refreshed. */
function askedInCode(open: OpenDocument, { codeIndex, project, settings }: Session): readonly CodeLens[] {
  const asked =
    open.kind === 'targeting' ? codeIndex.seen(open.uri, project.files.identity(open.uri).toggle) : undefined;
  if (asked === undefined) return [];
  // The lens on the first line shows references to the toggle.
  return [lensTo(open, undefined, asked.title, asked.hasPlaces ? settings.now.showReferencesCommand : undefined)];
}
