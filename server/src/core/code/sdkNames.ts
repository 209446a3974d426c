/** Whether a file names an SDK of FeatureProbe outside of its comments. */
import type { Code } from './code.js';

/** As in `featureprobe-client-sdk-js` and `com.featureprobe`. */
const ofPackage = /^\S*featureprobe/;
/** What people name after it begins with it: `CpuFeatureProbe` looks for features of another kind, and a text may say "Feature probe failed". */
const afterIt = /^[@"'`_$]*(?:get|use)?_?feature_?probe\S*$/i;
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
  return /feature_?probe/i.test(text) || /F[Pp][A-Z]/.test(text);
}

export function sdksNamedIn(code: Code): SdkNames {
  // Few files name one at all.
  if (!namesSdk(code.lexed.text)) return { isNamed: false, withMap: false };
  const names = (pattern: RegExp) =>
    code.tokens.some(({ kind }, at) => (kind === 'name' || kind === 'string') && pattern.test(code.textOf(at)));
  const isNamed = [ofPackage, afterIt, ofType].some(names);
  return { isNamed, withMap: isNamed && names(reactSdk) };
}
