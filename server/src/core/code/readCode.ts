/** Finds where code asks for toggles, where it names them, and which attributes of users it sends. */
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
  /** Of the key: of its literal with the quotes, or of what is passed for it. */
  readonly from: number;
  readonly to: number;
  /** False where code and text may have been mistaken for each other, or the call for another: go there, but report no problem. */
  readonly isCertain: boolean;
}

interface Called {
  readonly method: string;
  /** Where its name begins. */
  readonly methodFrom: number;
  /** What it is called on, as it is written. */
  readonly receiver: string | undefined;
  readonly asks: Asked;
  readonly count: number;
  /** If it is a literal. */
  readonly default: boolean | number | string | undefined;
  readonly defaultSpan: { readonly from: number; readonly to: number } | undefined;
}

export interface Call extends Found, Called {
  readonly kind: 'call';
  readonly key: string;
  /** The constant of this file that is passed for the key. */
  readonly constant: string | undefined;
}

export interface Constant extends Found {
  readonly kind: 'constant';
  readonly key: string;
  readonly name: string;
  /** Names that may stand before it: `Flags` of `Flags.NEW_UI`. */
  readonly owners: ReadonlySet<string>;
}

export interface Mention extends Found {
  readonly kind: 'mention';
  readonly key: string;
  readonly isInComment: boolean;
}

export interface Unreadable extends Found, Called {
  readonly kind: 'unreadable';
  /** What is passed for the key, if it is a name. */
  readonly name: string | undefined;
  /** How the key begins, if that is written. */
  readonly prefix: string | undefined;
  /** The file gives that name no other meaning, so that it may be a constant of another file. */
  readonly isFree: boolean;
}

export type Finding = Call | Constant | Mention | Unreadable;

export interface CodeRead {
  readonly findings: readonly Finding[];
  /** Of users, by their names; none of a file that names no SDK. */
  readonly attributes: readonly string[];
  /** How far the text was read: not to its end if it is too long, or names have escapes. */
  readonly readTo: number;
}

/**
 * Other libraries have methods of the same names: `types.StringValue("TCP")`. A method of the table counts if it is called on something,
 * with as many arguments as the SDKs of this language take, named as they must be there. If the file names an SDK outside of its comments,
 * it is a call of that SDK; else, if its key is that of a toggle, it is a call that is not certain. `toggles["key"]` is a call where the
 * file names an SDK that has such a map; a wrapper, where receiver and number of arguments are as in the config.
 *
 * @param isKey whether there is a toggle with this key
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

/** Whatever its key is. */
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
