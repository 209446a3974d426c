/** Code actions that follow the fixes, once per code: turn the code off in the config, or open its documentation. */
import { t } from '../../t.js';
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { Claim } from '../../analysis/dead/certificate.js';
import type { ProblemCode } from '../../checks/codes.js';
import { configurableCodes } from '../../checks/codes.js';
import { pathOf } from '../../checks/deadTargeting.js';
import type { BrokenRule } from '../../checks/problem.js';
import { parse } from '../../json/document.js';
import { asObject } from '../../json/plain.js';
import { valueEdits } from '../../json/edit/valueEdits.js';
import type { WhyParams } from '../../protocol.js';
import { configFileName } from '../../targeting/fileNames.js';
import { openCommand, showPlaceCommand, showWhyCommand } from '../commandNames.js';
import type { FindRule } from '../diagnostics.js';
import { pageOf } from '../diagnostics.js';
import { isWellFormed } from '../../json/understood.js';
import { workspaceEdit } from '../openDocument.js';

/** The nearest targeting.config.json above the document. */
export interface ConfigAbove {
  readonly uri: string;
  /** The config's current text; undefined if the config cannot be read. */
  readonly text: () => string | undefined;
}

export interface AboutProblems {
  readonly config?: ConfigAbove | undefined;
  /** The address of the page that documents the codes; undefined if the editor cannot open it. */
  readonly docs?: string | undefined;
  /** Finds a rule of the organization in the config; undefined if the editor cannot show places in other files. */
  readonly ruleAt?: FindRule | undefined;
  /** Whether the editor has the command that explains a finding. */
  readonly showsWhy?: boolean | undefined;
}

export function showRules(broken: readonly BrokenRule[], { ruleAt }: Pick<AboutProblems, 'ruleAt'>): CodeAction[] {
  const places = broken.map((each) => [each.rule, ruleAt?.(each)?.location] as const);
  const unique = new Map(places.map(([rule, place]) => [JSON.stringify(place), { rule, place }]));
  return [...unique.values()].flatMap(({ rule, place }) => {
    const title = t('Show "{0}" in {1}', rule, configFileName);
    const command = { title, command: showPlaceCommand, arguments: [place] };
    return place === undefined ? [] : [{ title, kind: CodeActionKind.QuickFix, command }];
  });
}

export function showWhy(uri: string, claim: Claim, diagnostics: readonly Diagnostic[]): CodeAction {
  const title = t('Show why: {0}', claim.code);
  const params: WhyParams = { uri, code: claim.code, path: pathOf(claim) };
  const command = { title, command: showWhyCommand, arguments: [params] };
  return {
    title,
    kind: CodeActionKind.QuickFix,
    command,
    ...(diagnostics.length > 0 && { diagnostics: [...diagnostics] }),
  };
}

export function aboutProblems(
  codes: readonly ProblemCode[],
  diagnostics: readonly Diagnostic[],
  { config, docs }: AboutProblems,
): CodeAction[] {
  const turnOff = config && turningOff(config);
  return [...new Set(codes)].flatMap((code) => {
    const reported = diagnostics.filter((each) => each.code === code);
    const kind = CodeActionKind.QuickFix;
    const common = { kind, ...(reported.length > 0 && { diagnostics: reported }) };
    const edit = configurableCodes.includes(code) ? turnOff?.(code) : undefined;
    const off = t('Turn off {0} in {1}', code, configFileName);
    const show = t('Show the documentation of {0}', code);
    return [
      ...(edit === undefined ? [] : [{ ...common, title: off, edit }]),
      ...(docs === undefined
        ? []
        : [
            { ...common, title: show, command: { title: show, command: openCommand, arguments: [pageOf(code, docs)] } },
          ]),
    ];
  });
}

/** Returns a function that turns a code off; undefined if the config's JSON or its `problems` property is invalid. */
function turningOff({ uri, text }: ConfigAbove): ((code: ProblemCode) => WorkspaceEdit) | undefined {
  const json = parse(text() ?? '');
  const root = asObject(json.root?.value);
  const problems = asObject(root?.['problems'] ?? {});
  if (root === undefined || problems === undefined || !isWellFormed(json)) return undefined;
  return (code) => {
    const wanted = { ...root, problems: { ...problems, [code]: 'off' } };
    return workspaceEdit(
      { uri, json },
      valueEdits(json, parse(JSON.stringify(wanted)), () => true),
    );
  };
}
