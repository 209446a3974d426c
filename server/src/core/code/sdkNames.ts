/** Determines whether a file names a FeatureProbe SDK outside of its comments. */
import type { Code } from './code.js';

/** Matches packages such as `featureprobe-client-sdk-js` and `com.featureprobe`. */
const ofPackage = /^\S*featureprobe/;
/** Matches names that begin with FeatureProbe, but not `CpuFeatureProbe` or a text such as "Feature probe failed". */
const afterIt = /^[@"'`_$]*(?:get|use)?_?feature_?probe\S*$/i;
const ofType =
  /^FP(?:User|Client|Config|Detail|Provider)$|^Fp(?:Bool|Number|Num|String|Str|Json)Detail$|^(?:use|with)FP[A-Z]/;
const reactSdk = /^(?:useFPToggles|withFPConsumer)$|featureprobe-client-sdk-(?:react|miniprogram)/;

export interface SdkNames {
  readonly isNamed: boolean;
  /** Whether the file names an SDK that provides toggles as a map. */
  readonly withMap: boolean;
}

/** Whether a text may name an SDK, even in its comments. */
export function namesSdk(text: string): boolean {
  return /feature_?probe/i.test(text) || /F[Pp][A-Z]/.test(text);
}

export function sdksNamedIn(code: Code): SdkNames {
  // Most files do not name an SDK, so a quick test avoids the search.
  if (!namesSdk(code.lexed.text)) return { isNamed: false, withMap: false };
  const names = (pattern: RegExp) =>
    code.tokens.some(({ kind }, at) => (kind === 'name' || kind === 'string') && pattern.test(code.textOf(at)));
  const isNamed = [ofPackage, afterIt, ofType].some(names);
  return { isNamed, withMap: isNamed && names(reactSdk) };
}
