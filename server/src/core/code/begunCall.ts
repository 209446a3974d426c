/** A call whose key is being typed: the default, the closing quote and the bracket may still be missing. */
import type { Asked, CallForm, Wrapper } from './calls.js';
import { sdkCalls } from './calls.js';
import { Code } from './code.js';
import type { LanguageId } from './lexer/languages.js';
import { rulesOf } from './lexer/languages.js';
import { lex } from './lexer/lexer.js';
import { asksForToggle } from './readCode.js';
import { sdksNamedIn } from './sdkNames.js';
import { sitesIn } from './sites.js';

export interface BegunCall {
  readonly asks: Asked;
  /** The offset after the opening quote of the key. */
  readonly from: number;
}

/** Adds a closing quote and bracket to the call at the end of the text. @returns the call if it asks for a toggle */
export function incompleteCallAtEnd(
  text: string,
  language: LanguageId,
  wrappers: readonly Wrapper[] = [],
): BegunCall | undefined {
  const [begun] = /["'`][^"'`\n\r]*$/.exec(text) ?? [];
  if (begun === undefined) return undefined;
  const closed = `${text}${begun.charAt(0)})`;
  const code = new Code(lex(closed, rulesOf(language)));
  const methods = new Map(Array.from(sdkCalls[language], ([name, form]) => [name, begunForm(form)]));
  const sdks = sdksNamedIn(code);
  const site = sitesIn(code, methods, wrappers.map(begunForm)).find(
    ({ last, key }) => code.tokens[last]?.to === closed.length && code.tokens[key.to - 1]?.to === closed.length - 1,
  );
  if (site === undefined || !asksForToggle(code, site, sdks)) return undefined;
  return { asks: site.form.asks, from: text.length - begun.length + 1 };
}

/** A form that also accepts the call without the arguments after the key. */
function begunForm<Form extends CallForm>(form: Form): Form {
  return { ...form, counts: [...form.counts, form.key + 1] };
}
