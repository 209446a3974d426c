/** Code actions after the fixes, once per problem code: turn it off in the config, or open its documentation. */
import { t } from '../../t.js';
import type { Diagnostic } from 'vscode-languageserver-types';
import { CodeAction, CodeActionKind, Command } from 'vscode-languageserver-types';
import type { Claim } from '../../analysis/dead/certificate.js';
import type { ProblemCode } from '../../checks/codes.js';
import { configurableCodes } from '../../checks/codes.js';
import { pathOf } from '../../checks/deadTargeting.js';
import { namesOf } from '../../checks/conditions/sdkWords.js';
import type { BrokenRule, Problem } from '../../checks/problem.js';
import { quoted } from '../../checks/words.js';
import { evaluators, evaluatorsWho } from '../../evaluation/sdks/sdks.js';
import { parse } from '../../json/document.js';
import { valueEdits } from '../../json/edit/valueEdits.js';
import type { Path } from '../../json/nodes.js';
import { asObject } from '../../json/plain.js';
import { nodeAt, placeAt, textNamed } from '../../json/queries.js';
import { isWellFormed } from '../../json/understood.js';
import type { WhyParams } from '../../protocol.js';
import { configFileName } from '../../targeting/fileNames.js';
import { attributeTypes } from '../../targeting/rules/policy.js';
import { openCommand, showPlaceCommand, showWhyCommand } from '../commandNames.js';
import type { FindRule } from '../diagnostics.js';
import { pageOf } from '../diagnostics.js';
import type { OpenDocument } from '../openDocument.js';
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
  /** The SDKs that the code calls, by their names in the config; undefined if the config has `sdks`. */
  readonly sdksInCode?: (() => readonly string[]) | undefined;
}

export function showRules(broken: readonly BrokenRule[], { ruleAt }: Pick<AboutProblems, 'ruleAt'>): CodeAction[] {
  const places = broken.map((each) => [each.rule, ruleAt?.(each)?.location] as const);
  const unique = new Map(places.map(([rule, place]) => [JSON.stringify(place), { rule, place }]));
  return [...unique.values()].flatMap(({ rule, place }) => {
    return place === undefined
      ? []
      : [quickCommand(t('Show "{0}" in {1}', rule, configFileName), showPlaceCommand, place)];
  });
}

export function showWhy(uri: string, claim: Claim): CodeAction {
  const params: WhyParams = { uri, code: claim.code, path: pathOf(claim) };
  return quickCommand(t('Show why: {0}', claim.code), showWhyCommand, params);
}

function quickCommand(title: string, command: string, argument: unknown): CodeAction {
  return CodeAction.create(title, Command.create(title, command, argument), CodeActionKind.QuickFix);
}

/** The properties that the quick fixes of reported diagnostics share. */
export function quickFixOf(diagnostics: readonly Diagnostic[]): Pick<CodeAction, 'kind' | 'diagnostics'> {
  return { kind: CodeActionKind.QuickFix, ...(diagnostics.length > 0 && { diagnostics: [...diagnostics] }) };
}

export function aboutProblems(
  codes: readonly ProblemCode[],
  diagnostics: readonly Diagnostic[],
  about: AboutProblems,
): CodeAction[] {
  const { config, docs } = about;
  return [...new Set(codes)].flatMap((code) => {
    const common = quickFixOf(diagnostics.filter((each) => each.code === code));
    const off = t('Turn off {0} in {1}', code, configFileName);
    const show = t('Show the documentation of {0}', code);
    const actions = [
      ...(code === 'sdks-disagree' ? sdkActions(about) : []),
      ...(configurableCodes.includes(code) ? settingActions(config, off, [[['problems', code], 'off']]) : []),
      ...(docs === undefined ? [] : [quickCommand(show, openCommand, pageOf(code, docs))]),
    ];
    return actions.map((action) => ({ ...action, ...common }));
  });
}

type Setting = readonly [path: Path, value: unknown];

/** @returns an action that sets values in the config; no action if its JSON does not allow the values */
export function settingActions(
  config: ConfigAbove | undefined,
  title: string,
  settings: readonly Setting[],
): CodeAction[] {
  const json = parse(config?.text() ?? '');
  if (config === undefined || json.root?.kind !== 'object' || !isWellFormed(json)) return [];
  const wanted = settings.reduce<unknown>(
    (root, [path, value]) => root && withValue(root, path, value),
    json.root.value,
  );
  if (wanted === undefined) return [];
  const edits = valueEdits(json, parse(JSON.stringify(wanted)), () => true);
  return [{ title, kind: CodeActionKind.QuickFix, edit: workspaceEdit({ uri: config.uri, json }, edits) }];
}

/** @returns undefined if the path leads through a value that is not an object */
function withValue(root: unknown, [key, ...path]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const object = asObject(root ?? {});
  const inner = object && withValue(object[key], path, value);
  return inner === undefined ? undefined : { ...object, [key]: inner };
}

/** Offers to add an unlisted attribute to the rule in the config, with the type of the attribute's condition. */
export function attributeActions(
  { json }: Pick<OpenDocument, 'json'>,
  { code, range, breaks }: Problem,
  { config, ruleAt }: AboutProblems,
): CodeAction[] {
  if (code !== 'unlisted-attribute' || breaks === undefined) return [];
  const condition = nodeAt(json, placeAt(json, json.offsetAt(range.start) + 1).path.slice(0, -1));
  const name = textNamed(condition, 'subject') ?? '';
  const type = attributeTypes.find((known) => known === textNamed(condition, 'type')) ?? 'any';
  const key = ruleAt?.(breaks)?.location.range.start;
  if (key === undefined) return [];
  const inConfig = parse(config?.text() ?? '');
  const { path } = placeAt(inConfig, inConfig.offsetAt(key) + 1);
  const title = t('Add {0} to "{1}" in {2}', quoted(name), breaks.rule, configFileName);
  return settingActions(config, title, [[[...path, name], type]]);
}

/** Offers to set `sdks` in the config to the SDKs that the code calls. */
export function sdkActions({ config, sdksInCode }: AboutProblems): CodeAction[] {
  const named = sdksInCode?.() ?? [];
  const sdks = evaluators.filter((each) => named.includes(each));
  if (sdks.length === 0) return [];
  const words = namesOf(evaluatorsWho((place) => named.includes(evaluators[place] ?? '')));
  return settingActions(config, t('Only for the SDKs in your code: {0}', words), [[['sdks'], sdks]]);
}

/**
 * For a rule in a config, offers to report the rule's errors as warnings.
 * @param errors the code of an error in each file that breaks the rule
 */
export function warningActions(
  { uri, json }: Pick<OpenDocument, 'uri' | 'json'>,
  errors: readonly ProblemCode[],
): CodeAction[] {
  if (errors.length === 0) return [];
  const title = t('Start as a warning (files that break this rule: {0})', errors.length);
  const settings = errors.map((code): Setting => [['problems', code], 'warning']);
  return settingActions({ uri, text: () => json.text }, title, settings);
}
