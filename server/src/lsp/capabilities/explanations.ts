/** What the file means, in words: under the pointer, in the line, and above it. */
import { openCommand } from '../../core/features/commandNames.js';
import { askedLens, codeLens, requiredByLens } from '../../core/features/codeLens.js';
import { knownSegments } from '../../core/features/completion/inService.js';
import { hover } from '../../core/features/hover.js';
import { usersAt } from '../../core/results/hovers.js';
import { userLenses } from '../../core/results/lenses.js';
import { askedLenses, servedLens } from '../../core/results/servedLenses.js';
import { ruleAt, ruleExample } from '../../core/results/tests/ruleExample.js';
import { mayHaveTimes, timeLenses } from '../../core/results/ruleTimes.js';
import { inlayHints } from '../../core/features/layout/inlayHints.js';
import { MAX_UNASKED_LENGTH } from '../../core/json/document.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import type { CodeLens, Hover } from 'vscode-languageserver-types';
import { MarkupContent, MarkupKind } from 'vscode-languageserver-types';
import { requiredByRequest } from '../../core/protocol.js';
import { requiredByAll, requiring } from '../../workspace/dependents.js';
import { Turns } from '../../workspace/turns.js';
import { CodeLensRefreshRequest } from '../lsp.js';
import type { Capability } from '../session.js';

export const explanations: Capability = (session) => {
  const {
    codeIndex,
    connection,
    client,
    services,
    project,
    evaluations,
    serving,
    locale,
    now,
    settings,
    answer,
    fenced,
    logged,
  } = session;
  connection.onHover(
    answer(
      null,
      async (open, { position }, token) => {
        const segments = knownSegments({ services: services.seen(open.uri), locale });
        const files = await project.required(open.uri, open.json);
        const known = {
          required: (key: string) => files.get(key)?.document(),
          beside: project.beside(open.uri),
          policies: project.policies.of(open.uri),
          tested: () => project.targetingTestedBy(open.uri),
          requiredBy: () => requiredBy(open.uri),
          owners: () => project.owners.of(open.uri),
          schemaIsKnown: settings.now.editorReports.config && open.kind !== 'targeting',
        };
        const found = hover(open, position, { now: now(), locale, segments, ...known });
        const offset = open.json.offsetAt(position);
        const rule = open.json.length > MAX_ANALYZED_LENGTH ? undefined : ruleAt(open, offset);
        const turns = new Turns('asked', token);
        const ready = await (rule === undefined ? evaluations.withUsers(open, turns) : evaluations.of(open, turns));
        if (ready === undefined) return found ?? null;
        await evaluations.decide(turns, ready.users, ready.evaluated);
        const example = rule === undefined ? undefined : ruleExample(rule, ready.evaluated);
        const users = usersAt(open, offset, ready.evaluated, ready.users);
        return withParagraph(withParagraph(found, example), users) ?? null;
      },
      (code, params) => session.codeAnswers.hover(code, params),
    ),
  );
  connection.languages.inlayHint.on(
    answer([], (open, { range }) => inlayHints(open, range, settings.of(open.uri).inlayHints)),
  );
  connection.onCodeLens(
    answer(null, async (open, _, token) => {
      const { showReferencesCommand, showUsersCommand } = settings.now;
      const { codeLens: isOn } = settings.of(open.uri);
      if (open.json.length > MAX_UNASKED_LENGTH) return [];
      const turns = new Turns('unasked', token);
      await turns.pause();
      // Without users and times, nothing waits for other files.
      const isTimed = isOn.times && open.json.length <= MAX_ANALYZED_LENGTH && mayHaveTimes(open);
      const ready = await (isTimed ? evaluations.of(open, turns) : isOn.users && evaluations.withUsers(open, turns));
      const people = ready && isOn.users ? ready.users : [];
      if (ready) await evaluations.decide(turns, people, ready.evaluated);
      await turns.pause();
      const served = isOn.servedBy ? codeLens(open, showReferencesCommand) : [];
      const users = ready ? userLenses(open, ready.evaluated, people, showUsersCommand) : [];
      const times = ready && isTimed ? timeLenses(open, ready.evaluated) : [];
      await turns.pause();
      const requiring = isOn.servedBy ? requiredByLens(open, requiredBy(open.uri), showReferencesCommand) : [];
      const asked = isOn.servedBy ? askedInCode(open) : [];
      return [...servedNow(open), ...asked, ...requiring, ...served, ...users, ...times];
    }),
  );
  connection.onRequest(requiredByRequest, () =>
    fenced({}, async () => Object.fromEntries(requiredByAll(await project.ready()))),
  );
  if (client.workspace?.inlayHint?.refreshSupport === true)
    settings.onChanged(() => void connection.languages.inlayHint.refresh().catch(logged));
  if (client.workspace?.codeLens?.refreshSupport === true) {
    const refresh = () => void connection.sendRequest(CodeLensRefreshRequest.type).catch(logged);
    settings.onChanged((before) => {
      const lenses = [before, settings.now].map(({ codeLens, folders, isTrusted }) =>
        JSON.stringify([codeLens, folders, isTrusted]),
      );
      if (lenses[0] !== lenses[1]) refresh();
    });
    session.onUsersChanged(refresh);
    session.onServicesChanged(refresh);
    // What requires what.
    session.onOthersChanged(refresh);
    codeIndex.onRead(refresh);
    serving.onAsked(refresh);
  }
  return { hoverProvider: true, inlayHintProvider: true, codeLensProvider: {} };

  /** Nothing before all files of code are read: then the lenses are asked for again. */
  function askedInCode(open: OpenDocument): CodeLens[] {
    const asked = open.kind === 'targeting' ? codeIndex.seen(open.uri) : undefined;
    return asked === undefined ? [] : askedLens(open, asked, settings.now.showReferencesCommand);
  }

  /** Where it is served to applications on this machine. */
  function servedNow(open: OpenDocument): CodeLens[] {
    const { now } = serving;
    const found = serving.of(open.uri);
    if (found === undefined || now === undefined) return [];
    const { served, trouble } = found.toggle;
    const file = { trouble: trouble?.words, variations: served?.variations, asked: found.asked };
    const asked = settings.of(open.uri).codeLens.asked ? askedLenses(open, file, settings.now.showUsersCommand) : [];
    return [...servedLens(file, now.url, settings.now.opens ? openCommand : ''), ...asked];
  }

  /** The toggles that require that of a file themselves, as far as files are known. */
  function requiredBy(uri: string): readonly string[] {
    const { toggles } = project.files;
    const own = project.isKnown ? toggles.of(uri) : undefined;
    return own === undefined ? [] : requiring(toggles, own).map(({ toggle }) => toggle);
  }
};

/** UTF-16 units: in a larger file, it takes longer than a person who points at it would wait. */
const MAX_ANALYZED_LENGTH = 200_000;

/** Where nothing else is said, it is said alone. */
function withParagraph(hover: Hover | undefined, paragraph: string | undefined): Hover | undefined {
  if (paragraph === undefined) return hover;
  const before = hover !== undefined && MarkupContent.is(hover.contents) ? hover.contents.value : undefined;
  const value = before === undefined ? paragraph : `${before}\n\n---\n\n${paragraph}`;
  return { ...hover, contents: { kind: MarkupKind.Markdown, value } };
}
