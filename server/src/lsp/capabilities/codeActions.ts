/** Quick fixes, refactorings and other code actions. Some edits are computed only after the action is chosen. */
import type { CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind, CodeActionTriggerKind } from 'vscode-languageserver-types';
import { knownToggles } from '../../core/features/completion/inService.js';
import type { Problem } from '../../core/checks/problem.js';
import { shownAs } from '../../core/checks/rating.js';
import type { ProblemCode } from '../../core/checks/codes.js';
import { warningActions } from '../../core/features/actions/aboutProblems.js';
import { addTestActions } from '../../core/results/tests/addTest.js';
import { codeActionKinds, codeActions } from '../../core/features/actions/fixes.js';
import { carryOverActions } from '../../core/features/merge/ruleElsewhere.js';
import { conflictActions } from '../../core/features/merge/conflictActions.js';
import { variationDeletion } from '../../core/features/actions/deleteVariation.js';
import { pastedValues } from '../../core/features/actions/pasteValues.js';
import { mergedText } from '../../core/features/merge/mergedText.js';
import {
  resolveDataOf,
  refactorActions,
  refactorKinds,
  resolvedAction,
} from '../../core/features/actions/refactorActions.js';
import { placeAt } from '../../core/json/queries.js';
import { MAX_TEXT_LENGTH, MAX_EVALUATED_LENGTH } from '../../core/json/document.js';
import type { JsonDocument } from '../../core/json/document.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import { plainLabels } from '../../core/json/read/conflictMarkers.js';
import type { ServiceKnowledge } from '../../core/protocol.js';
import { deleteVariationRequest, mergeRequest, pasteValuesRequest } from '../../core/protocol.js';
import { otherTogglesOf } from '../../core/targeting/otherToggles.js';
import { otherFiles } from '../../workspace/environmentFiles.js';
import type { Capability } from '../session.js';
import { reportedByEditor } from '../settings.js';

export const codeActionProvider: Capability = (session) => {
  const { connection, client, disk, project, ratingFor, settings, services, docs, answer, onRequest, onDocument } =
    session;
  /** Whether the person opened the menu. If a client requests actions on a cursor move, no other files are read. */
  const isOpened = (json: JsonDocument, { triggerKind }: CodeActionContext) =>
    triggerKind !== CodeActionTriggerKind.Automatic && json.length <= MAX_EVALUATED_LENGTH;
  const isChanged = ({ uri, json }: OpenDocument, context: CodeActionContext) => {
    if (!isOpened(json, context)) return false;
    const saved = disk.read(uri, MAX_TEXT_LENGTH);
    return typeof saved === 'string' && saved !== json.text;
  };
  const resolves = client.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;
  const othersOf = (uri: string): ReadonlyMap<string, string> =>
    new Map(
      otherFiles(uri, project).flatMap(({ environment, uri: other }) => {
        const document = project.document(other, MAX_EVALUATED_LENGTH);
        return document === undefined || 'unreadable' in document ? [] : [[environment, document.text]];
      }),
    );
  connection.onCodeAction(
    answer(
      [],
      (open, { range, context }) => {
        const seen = services.seen(open.uri);
        const rating = ratingFor(open.uri);
        const config = project.config(open.uri);
        return [
          ...codeActions(open, range, context, {
            rating,
            toggles: () => togglesThatExist(open.uri, seen),
            reportedByEditor: reportedByEditor(settings.now, open.kind, open.languageId),
            config: config && { uri: config.uri, text: () => project.configText(config.uri) },
            docs: settings.now.opens ? docs : undefined,
            showsWhy: settings.now.showsWhy,
            sdksInCode: config?.parsed.sdks ? undefined : () => session.codeIndex.sdksCalled(open.uri),
            ruleAt: settings.now.showsPlaces ? session.ruleFinder(open.uri) : undefined,
          }),
          ...(open.kind === 'config' ? warningActions(open, brokenAt(open, range)) : []),
          ...conflictActions(open, range, context),
          ...addTestActions(open, range, context.only, () => isChanged(open, context)),
          ...(isOpened(open.json, context) && settings.now.promotesRules
            ? carryOverActions(open, range, context.only, () => othersOf(open.uri))
            : []),
          ...refactorActions(open, range, { only: context.only, asks: settings.now.asks, resolves }),
        ];
      },
      (code, params) => session.codeAnswers.codeActions(code, params),
    ),
  );
  connection.onCodeActionResolve((action, token) =>
    answer(action, (open) => resolvedAction(open, action, settings.now.asks))(
      { uri: resolveDataOf(action)?.uri ?? '' },
      token,
    ),
  );
  onDocument(deleteVariationRequest, { kind: 'changed' }, variationDeletion);
  onDocument(pasteValuesRequest, null, (open, { version, range, text }) =>
    open.version === version ? (pastedValues(open, range, text) ?? null) : null,
  );
  onRequest(
    mergeRequest,
    null,
    ({ base, ours, theirs }) => mergedText({ base, ours, theirs }, { ...plainLabels, base: undefined })?.text ?? null,
  );
  return {
    codeActionProvider: {
      codeActionKinds: [...codeActionKinds, CodeActionKind.Refactor, ...refactorKinds],
      resolveProvider: true,
    },
  };

  /** For each file that breaks the organization's rule at a place in a config, the code of the file's error. */
  function brokenAt({ uri: configUri, json }: OpenDocument, at: Range): readonly ProblemCode[] {
    const { path } = placeAt(json, json.offsetAt(at.start));
    return Array.from(project.files.toggles.files()).flatMap(({ uri }) => {
      const problems = session.documents.get(uri)?.problems ?? session.closedProblems.get(uri) ?? [];
      const isError = (each: Problem) => shownAs(each, ratingFor(uri))?.severity === 'error';
      const found = problems.find((each) => each.breaks && path.includes(each.breaks.rule) && isError(each));
      const rule = found?.breaks && session.ruleFinder(uri)(found.breaks)?.location;
      if (rule?.uri !== configUri) return [];
      const rulePath = placeAt(json, json.offsetAt(rule.range.start)).path;
      return found && rulePath.every((step, index) => step === path[index]) ? [found.code] : [];
    });
  }

  /** The toggles of other files and of the service, except toggles that the service is known to lack. */
  function togglesThatExist(uri: string, seen: readonly ServiceKnowledge[]): readonly string[] {
    const known = knownToggles({ toggles: () => otherTogglesOf(project.files.toggles, uri), services: seen });
    const facts = services.of(uri);
    return known.map(({ key }) => key).filter((key) => facts.every(({ hasToggle }) => hasToggle(key) !== false));
  }
};
