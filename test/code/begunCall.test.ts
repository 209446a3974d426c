/** Tests calls that are being typed, up to the cursor. */
import { expect, it } from 'vitest';
import { incompleteCallAtEnd } from '../../server/src/core/code/begunCall.js';
import type { LanguageId } from '../../server/src/core/code/lexer/languages.js';
import { wrappers } from './annotated.js';

const begun: readonly (readonly [language: LanguageId, text: string, asks: string, typed: string])[] = [
  ['typescript', "import 'featureprobe-client-sdk-js';\nif (fp.boolValue('", 'boolean', ''],
  ['typescript', "import 'featureprobe-client-sdk-js';\nfunction f() { return fp.stringValue(`ne", 'string', 'ne'],
  ['java', 'import com.featureprobe.sdk.server.FPUser;\nclass A { int a() { return fp.numberValue("', 'number', ''],
  ['go', 'import "github.com/featureprobe/server-sdk-go"\nfunc a() { fp.BoolValue("new_', 'boolean', 'new_'],
  ['python', 'import featureprobe as fp\nclient.value("a', 'any', 'a'],
  ['swift', 'import FeatureProbe\nfp.boolValue(key: "', 'boolean', ''],
  ['rust', 'use feature_probe_server_sdk::FPUser;\nfn a() { fp.bool_value("', 'boolean', ''],
  ['kotlin', 'val a = Flags.isOn("', 'any', ''],
  ['kotlin', 'val a = toggle(user, "pl', 'any', 'pl'],
];

const others: readonly (readonly [language: LanguageId, text: string])[] = [
  ['typescript', "body.stringValue('"],
  ['typescript', "import 'featureprobe-client-sdk-js';\nfp.boolValue('new_ui', false); log('"],
  ['typescript', "import 'featureprobe-client-sdk-js';\nfp.stringValue('new_ui', '"],
  ['typescript', "import 'featureprobe-client-sdk-js';\n// fp.boolValue('"],
  ['java', 'import com.featureprobe.sdk.server.FPUser;\nString a = "'],
  ['kotlin', 'val a = Flags.isOff("'],
];

it.each(begun)('incompleteCallAtEnd finds the toggle call: %s, %j', (language, text, asks, typed) => {
  expect(incompleteCallAtEnd(text, language, wrappers)).toEqual({ asks, from: text.length - typed.length });
});

it.each(others)('incompleteCallAtEnd finds no toggle call: %s, %j', (language, text) => {
  expect(incompleteCallAtEnd(text, language, wrappers)).toBeUndefined();
});
