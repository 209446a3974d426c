/** Tests that a name is a constant only where every occurrence in its file is a use of it: all else may give it another value. */
import { expect, it } from 'vitest';
import { findingsIn } from './annotated.js';

/** What names the SDK, by the ending of the file's name; and a constant of the name `flag`. */
const heads: Readonly<Record<string, string>> = {
  ts: "import { FeatureProbe } from 'featureprobe-client-sdk-js';\nconst flag = 'new_ui';\n",
  py: 'import featureprobe as fp\nflag = "new_ui"\n',
  go: 'import fp "github.com/featureprobe/server-sdk-go/v2"\nconst flag = "new_ui"\n',
  java: 'import com.featureprobe.sdk.server.*;\nclass A { static final String flag = "new_ui"; }\n',
  kt: 'import com.featureprobe.mobile.FeatureProbe\nval flag = "new_ui"\n',
  swift: 'import FeatureProbe\nlet flag = "new_ui"\n',
  rs: 'use feature_probe_server_sdk::FeatureProbe;\nconst flag: &str = "new_ui";\n',
  cs: 'using FeatureProbe.Server.Sdk;\nclass A { const string flag = "new_ui"; }\n',
  dart: "import 'package:featureprobe/featureprobe.dart';\nconst flag = 'new_ui';\n",
};

const calls: Readonly<Record<string, string>> = {
  ts: 'fp.boolValue(flag, false)',
  py: 'client.value(flag, u, False)',
  go: 'c.BoolValue(flag, u, false)',
  java: 'fp.boolValue(flag, u, false)',
  kt: 'fp.boolValue(flag, false)',
  swift: 'fp.boolValue(key: flag, defaultValue: false)',
  rs: 'fp.bool_value(flag, &u, false)',
  cs: '_fp.BoolValue(flag, u, false)',
  dart: 'fp.boolValue(flag, false)',
};

/** `CALL` stands for a call that is passed the name. */
const shadows: readonly (readonly [ending: string, text: string])[] = [
  ...[
    'export const f = ({ flag }) => CALL;',
    'for (const { flag } of all) { CALL; }',
    'for (flag of all) { CALL; }',
    'const { flag } = props; CALL;',
    'const { a: { b: flag } } = props; CALL;',
    'const { a: [flag] } = props; CALL;',
    'const f = ({ a: { b: { c: flag } } }) => CALL;',
    'for (const [{ a: { flag } }] of all) { CALL; }',
    'const [a, flag] = pick(); CALL;',
    '[flag] = pick(); CALL;',
    '({ flag } = pick()); CALL;',
    'const f = async (flag: string) => CALL;',
    'const f = (x: number, flag?: string) => CALL;',
    'const f = (...flag: string[]) => CALL;',
    'const f = ([flag]: string[]) => CALL;',
    'const f = (flag): boolean => CALL;',
    'class B { ask(flag): boolean { return CALL; } }',
    'abstract class B { abstract readonly flag: string; get on() { return CALL; } }',
    'class B { constructor(private readonly flag: string) { CALL; } }',
    'try { a(); } catch (flag) { CALL; }',
    "import { flag } from './flags'; CALL;",
    "import { a as flag } from './flags'; CALL;",
    "flag ||= 'b'; CALL;",
  ].map((text) => ['ts', text] as const),
  ...[
    'def f(flag): return CALL',
    'def f(u, flag="new_ui"): return CALL',
    'for flag in FLAGS: CALL',
    'for a, flag in FLAGS: CALL',
    'if (flag := pick()): CALL',
    'a, flag = pick()\nCALL',
    'flag, a = pick()\nCALL',
    'with x as flag: CALL',
    'found = [CALL for flag in all]',
    'f = lambda flag: CALL',
  ].map((text) => ['py', text] as const),
  ...[
    'func f(a int, flag string) bool { return CALL }',
    'func f(flag, other string) { CALL }',
    'func f() { for _, flag := range all { CALL } }',
    'func f() { var flag string; CALL }',
  ].map((text) => ['go', text] as const),
  ['java', 'class B { boolean f(final String flag) { return CALL; } }'],
  ['java', 'class B { void f() { all.stream().map(flag -> CALL); } }'],
  ['java', 'class B { void f() { for (String flag : all) CALL; } }'],
  ['kt', 'fun f(flag: String) = CALL'],
  ['kt', 'val g = list.map { flag -> CALL }'],
  ['kt', 'val g = { flag: String -> CALL }'],
  ['kt', 'val (flag, x) = pick()\nval y = CALL'],
  ['kt', 'interface T { val flag: String; fun value() = CALL }'],
  ['kt', 'class Flag(val flag: String) { fun on() = CALL }'],
  ['swift', 'func f(_ flag: String) -> Bool { CALL }'],
  ['swift', 'func k(for flag: String) -> Bool { CALL }'],
  ['swift', 'func h() { if let flag = pick() { CALL } }'],
  ['swift', 'let r = all.map { flag in CALL }'],
  ['rs', 'fn g(flag: &str) { CALL; }'],
  ['rs', 'fn h() { all.iter().map(|flag| CALL); }'],
  ['cs', 'class B { bool F(string flag) => CALL; }'],
  ['cs', 'class B { void F() { foreach (var flag in all) CALL; } }'],
  ['cs', 'class B { void F() { if (x.TryGet(out var flag)) CALL; } }'],
  ['cs', 'class B { string flag { get; } bool F() => CALL; }'],
  ['dart', 'bool f({required String flag}) => CALL;'],
  ['dart', "bool f({String flag = 'new_ui'}) => CALL;"],
  ['dart', 'class B { final String flag; bool f() => CALL; }'],
];

const uses: readonly (readonly [ending: string, text: string])[] = [
  ...[
    'if (flag === a || b !== flag) CALL;',
    'log(flag, 1); x = flag; y = [flag, a]; z = { a: flag }; CALL;',
    'const a = b ? flag : c; CALL; return flag;',
    'switch (a) { case flag: CALL; }',
    'const a = () => flag; flag.trim(); CALL;',
    'const a = `${flag}` + flag; map[flag] = 1; CALL;',
    'const a = b ? fp.stringValue(flag, "") : 1; CALL;',
    'const a = <Feature name={flag} />; CALL;',
  ].map((text) => ['ts', text] as const),
  ['py', 'if flag == a and flag in all: print(flag)\nx = {a: flag}[flag]\nflag.upper()\nCALL'],
  ['go', 'func f() { log(flag); if a == flag { CALL } }'],
  ['java', 'class B { void f() { log(A.flag, flag); if (flag.equals(a)) CALL; } }'],
  ['kt', 'fun f() { log(flag, 1); if (a == flag) { CALL } }'],
  ['swift', 'func f() { log(name: flag); CALL }'],
  ['rs', 'fn f() { log(&flag, *flag); CALL; }'],
  ['cs', 'class B { void F() { Log(flag, A.flag); CALL; } }'],
  ['dart', 'void f() { log(flag); CALL; }'],
];

function kindsIn([ending, text]: readonly [string, string]): string {
  const whole = `${heads[ending] ?? ''}${text.replace('CALL', calls[ending] ?? '')}\n`;
  const found = findingsIn(whole, `a.${ending}${ending === 'ts' && text.includes('<') ? 'x' : ''}`).slice(1);
  return found
    .map(({ kind, isCertain }) => (kind === 'call' ? `${isCertain ? 'certain' : 'uncertain'} call` : kind))
    .join();
}

it('A name that is declared, bound or assigned anywhere else gives no key', () => {
  const wrong = shadows.filter((each) => /call|^$/.test(kindsIn(each)));
  expect(wrong.map((each) => [...each, kindsIn(each)])).toEqual([]);
});

it('A name that is only used gives its key', () => {
  const wrong = uses.filter((each) => !kindsIn(each).includes('certain call') || kindsIn(each).includes('uncertain'));
  expect(wrong.map((each) => [...each, kindsIn(each)])).toEqual([]);
});
