/** Whether a file names an SDK of FeatureProbe outside of its comments. */
import type { Code } from './code.js';

/** By its package, its types, or a name that people made of these. */
const ofPackage = /feature[-_ ]?probe/i;
const ofType =
  /^FP(?:User|Client|Config|Detail|Provider)$|^Fp(?:Bool|Number|Num|String|Str|Json)Detail$|^(?:use|with)FP[A-Z]/;
const reactSdk = /^(?:useFPToggles|withFPConsumer)$|featureprobe-client-sdk-(?:react|miniprogram)/;

export interface SdkNames {
  readonly isNamed: boolean;
  /** Those whose toggles are in a map. */
  readonly withMap: boolean;
}

/** Whether a text may name one: its comments count, too. */
export function namesSdk(text: string): boolean {
  return ofPackage.test(text) || /F[Pp][A-Z]/.test(text);
}

export function sdksNamedIn(code: Code): SdkNames {
  // Few files name one at all.
  if (!namesSdk(code.lexed.text)) return { isNamed: false, withMap: false };
  const names = (pattern: RegExp) =>
    code.tokens.some(({ kind }, at) => (kind === 'name' || kind === 'string') && pattern.test(code.textOf(at)));
  const isNamed = names(ofPackage) || names(ofType);
  return { isNamed, withMap: isNamed && names(reactSdk) };
}
