/** Finds the calls that ask for toggles, mentions of toggles, and the user attributes that code sends. */
import { attributesIn } from './attributes.js';
import type { Asked, Wrapper } from './calls.js';
import { sdkCalls } from './calls.js';
import type { Argument } from './code.js';
import { Code } from './code.js';
import { constantsAmong, definitionsIn } from './constants.js';
import type { Passed } from './keys.js';
import { literalOf, passedFor } from './keys.js';
import type { LanguageId } from './lexer/languages.js';
import { rulesOf } from './lexer/languages.js';
import { lex } from './lexer/lexer.js';
import { mentionsIn } from './mentions.js';
import type { SdkNames } from './sdkNames.js';
import { sdksNamedIn } from './sdkNames.js';
import type { Site } from './sites.js';
import { sitesIn } from './sites.js';
import { Uses } from './uses.js';

interface Found {
  /** The range of the key: the literal with its quotes, or the expression that is passed as the key. */
  readonly from: number;
  readonly to: number;
  /** False if the finding may be text or an unrelated call. It is then used for navigation, but not for problems. */
  readonly isCertain: boolean;
}

interface Called {
  readonly method: string;
  readonly methodFrom: number;
  readonly receiver: string | undefined;
  readonly asks: Asked;
  readonly count: number;
  /** The default, if it is a literal. */
  readonly default: boolean | number | string | undefined;
  readonly defaultSpan: { readonly from: number; readonly to: number } | undefined;
}

export interface Call extends Found, Called {
  readonly kind: 'call';
  readonly key: string;
  readonly constant: string | undefined;
}

export interface Constant extends Found {
  readonly kind: 'constant';
  readonly key: string;
  readonly name: string;
  readonly owners: ReadonlySet<string>;
}

export interface Mention extends Found {
  readonly kind: 'mention';
  readonly key: string;
  readonly isInComment: boolean;
}

export interface Unreadable extends Found, Called {
  readonly kind: 'unreadable';
  readonly name: string | undefined;
  /** The beginning of the key, if it is a literal. */
  readonly prefix: string | undefined;
  /** Whether the file gives the name no other meaning, so that the name may be a constant of another file. */
  readonly isFree: boolean;
}

export type Finding = Call | Constant | Mention | Unreadable;

export interface CodeRead {
  readonly findings: readonly Finding[];
  /** Names of user attributes; empty if the file does not name an SDK. */
  readonly attributes: readonly string[];
  readonly readTo: number;
}

/**
 * Finds calls, constants and mentions. Other libraries have methods with the same names: `types.StringValue("TCP")`. So
 * a method counts only if it has a receiver and the number and names of arguments that the SDKs expect. A call is
 * certain if the file names an SDK outside of comments; otherwise, the call counts only if a toggle has its key.
 * `toggles["key"]` counts if the file names an SDK with such a map, and a wrapper counts if it matches the config.
 * @param isKey whether a toggle has this key
 */
export function readCode(
  text: string,
  language: LanguageId,
  isKey: (text: string) => boolean,
  wrappers: readonly Wrapper[] = [],
): CodeRead {
  const lexed = lex(text, rulesOf(language));
  const code = new Code(lexed);
  const sites = sitesIn(code, sdkCalls[language], wrappers);
  const definitions = definitionsIn(code, language);
  const uses = new Uses(code);
  const constants = constantsAmong(definitions, code, uses);
  const bound = sites.length === 0 ? new Set<string>() : uses.bound();
  const sdks = sdksNamedIn(code);
  const found = new Map<number, Finding>();
  const passedOn = new Set<number>();
  for (const site of sites) {
    const passed = passedFor(code, site.key, constants, bound);
    const isSure = asksForToggle(code, site, sdks);
    if (!isSure && !(passed.key !== undefined && isKey(passed.key))) continue;
    const finding = findingOf(code, site, passed, isSure);
    if (passed.constant) passedOn.add(passed.constant.literal);
    found.set(finding.from, finding);
  }
  for (const { name, literal, value, owners } of definitions) {
    const token = code.tokens[literal];
    if (token === undefined || found.has(token.from) || !(passedOn.has(literal) || isKey(value))) continue;
    const { from, to } = token;
    const isCertain = to < lexed.uncertainFrom;
    found.set(from, { kind: 'constant', from, to, isCertain, key: value, name, owners });
  }
  for (const mention of mentionsIn(lexed, isKey)) {
    if (found.has(mention.from)) continue;
    found.set(mention.from, { kind: 'mention', ...mention, isCertain: mention.to < lexed.uncertainFrom });
  }
  const findings = Array.from(found.values()).sort((one, other) => one.from - other.from);
  return { findings, attributes: sdks.isNamed ? attributesIn(code) : [], readTo: lexed.readTo };
}

/** Whether a site asks for a toggle, regardless of its key. */
export function asksForToggle(code: Code, site: Site, sdks: SdkNames): boolean {
  switch (site.kind) {
    case 'wrapper':
      return true;
    case 'method':
      return sdks.isNamed;
    case 'map':
      return sdks.withMap || code.namesBefore(site.method, 1)[0] === 'globalData';
  }
}

function findingOf(code: Code, site: Site, passed: Passed, isSure: boolean): Call | Unreadable {
  const { lexed, tokens } = code;
  const { from, to } = spanOf(site.key);
  const called = {
    from,
    to,
    isCertain: isSure && (tokens[site.last]?.to ?? Infinity) <= lexed.uncertainFrom,
    method: code.textOf(site.method),
    methodFrom: tokens[site.method]?.from ?? from,
    receiver: site.receiver === undefined ? undefined : code.receiverText(site.receiver, site.method),
    asks: site.form.asks,
    count: site.count,
    default: literalOf(code, site.default),
    defaultSpan: site.default && spanOf(site.default),
  };
  const { key, constant, name, prefix, isFree } = passed;
  if (key === undefined) return { kind: 'unreadable', ...called, name, prefix, isFree };
  return { kind: 'call', ...called, key, constant: constant === undefined ? undefined : name };

  function spanOf(argument: Argument): { readonly from: number; readonly to: number } {
    const start = tokens[argument.from]?.from ?? 0;
    return { from: start, to: tokens[argument.to - 1]?.to ?? start };
  }
}
