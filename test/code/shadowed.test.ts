/** Tests that a name is a constant only where every occurrence in its file is a use of it: all else may give it another value. */
import { expect, it } from 'vitest';
import { resolveConstants } from '../../server/src/core/code/constantsOfAll.js';
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
    'const a = { key: flag }; const b = { ...loaded }; fp.boolValue(b.flag, false);',
    'const props = load(); fp.boolValue(props.flag, false);',
    'class B { flag() { return 1; } on() { return fp.boolValue(this.flag, false); } }',
    'const a = { name: "new_ui" }; const b = { ...c }; fp.boolValue(b.name, false);',
    'const a = { name: "new_ui" }; class B { name() {} on() { return fp.boolValue(this.name, false); } }',
    'export const f = ({ name = "new_ui" }) => fp.boolValue(name, false);',
    'const f = ({ a: { name = "new_ui" } = {} } = {}) => fp.boolValue(name, false);',
    'function f() { const name = "new_ui"; }\nfp.boolValue(name, false);',
    'const f = (...flag) => CALL;',
    'const a = <X>{({ flag }) => <p>{CALL}</p>}</X>;',
    'const a = <List render={flag => CALL} />;',
    'const a = 1;[a, flag] = g(); CALL;',
    '({ ...flag } = g()); CALL;',
    'class B { static name = "new_ui"; m() { fp.boolValue(name, false); } }',
    'class B { @Input() name = "new_ui"; m() { fp.boolValue(this.name, false); } }',
    'props => { const name = "new_ui"; fp.boolValue(props.name, false); }',
    'enum B { Flag = "new_ui" } enum C { Flag, Other } fp.boolValue(C.Flag, false);',
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
    'match x:\n    case flag: CALL',
    'match x:\n    case {"a": flag}: CALL',
    'match x:\n    case [a, *flag]: CALL',
    'from flags import (\n    a,\n    flag,\n)\nCALL',
    'name = "new_ui" if a else "plan"\nclient.value(name, u, False)',
    'def f(self): return client.value(self.flag, u, False)',
    'a = [CALL for i, (flag, d) in all]',
    'a = [CALL for a, flag, b in all]',
    'a = [CALL for a, *flag in all]',
  ].map((text) => ['py', text] as const),
  ...[
    'func f(a int, flag string) bool { return CALL }',
    'func f(flag, other string) { CALL }',
    'func f() { for _, flag := range all { CALL } }',
    'func f() { var flag string; CALL }',
    'func f() { if flag, ok := m["x"]; ok { CALL } }',
    'func f() { select { case flag := <-ch: CALL } }',
    'type T struct { flag string }\nfunc (t T) f() { c.BoolValue(t.flag, u, false) }',
    'func f() { cmd.StringVar(&flag, "k", "a", ""); CALL }',
    'func f() { if ok { flag, x := pick(); CALL } }',
    'func f() { if a == b { flag, x := pick(); CALL } }',
    'func f() { c.BoolValue(name, u, false); const name = "new_ui" }',
    'func f() { switch x { case 1: const name = "new_ui"; default: c.BoolValue(name, u, false) } }',
    'var name = "new_ui"\nfunc f() { c.BoolValue(name, u, false) }',
  ].map((text) => ['go', text] as const),
  ['java', 'class B { boolean f(final String flag) { return CALL; } }'],
  ['java', 'class B { void f() { all.stream().map(flag -> CALL); } }'],
  ['java', 'class B { void f() { for (String flag : all) CALL; } }'],
  ['kt', 'fun f(flag: String) = CALL'],
  ['kt', 'val g = list.map { flag -> CALL }'],
  ['kt', 'val g = { flag: String -> CALL }'],
  ['kt', 'val (flag, x) = pick()\nval y = CALL'],
  ['kt', 'interface T { val flag: String; fun value() = CALL }'],
  ['java', 'interface B { String KEY = "new_ui"; } class C { void f() { fp.boolValue(C.KEY, u, false); } }'],
  ['java', 'class B { void f() { String KEY = "new_ui"; } void g() { fp.boolValue(KEY, u, false); } }'],
  ['kt', 'class Flag(val flag: String) { fun on() = CALL }'],
  ['kt', 'fun f(`flag`: String) = CALL'],
  ['kt', 'var x = 1\n  set(flag) { CALL }'],
  ['java', 'class B { @Value("a") String name = "new_ui"; void f() { fp.boolValue(name, u, false); } }'],
  ['cs', 'class B { void F() { if (o is var (a, flag)) CALL; } }'],
  ['swift', 'func f(_ flag: String) -> Bool { CALL }'],
  ['swift', 'func k(for flag: String) -> Bool { CALL }'],
  ['swift', 'func h() { if let flag = pick() { CALL } }'],
  ['swift', 'func h() { switch x { case let .some(flag): CALL } }'],
  ['swift', 'enum B { case flag(String) }\nfp.boolValue(key: B.flag, defaultValue: false)'],
  ['swift', 'let r = all.map { flag in CALL }'],
  ['rs', 'fn g(flag: &str) { CALL; }'],
  ['rs', 'fn h() { all.iter().map(|flag| CALL); }'],
  ['rs', 'fn h() { all.iter().map(|(_, flag)| CALL); }'],
  ['rs', 'fn h() { match a { Some(flag) if b => CALL, _ => false } }'],
  ['cs', 'class B { bool F(string flag) => CALL; }'],
  ['cs', 'class B { void F() { foreach (var flag in all) CALL; } }'],
  ['cs', 'class B { void F() { if (x.TryGet(out var flag)) CALL; } }'],
  ['cs', 'class B { string flag { get; } bool F() => CALL; }'],
  ['dart', 'bool f({required String flag}) => CALL;'],
  ['dart', "bool f({String flag = 'new_ui'}) => CALL;"],
  [
    'dart',
    'class B { static const key = "new_ui"; } class C extends D { C(super.key); f() => fp.boolValue(key, false); }',
  ],
  ['dart', 'class B { final String flag; bool f() => CALL; }'],
  ...[
    'f(flag) async => CALL;',
    'f(flag) async { CALL; }',
    'f(flag) sync* { CALL; }',
    'class B extends A { B(super.flag) : on = CALL; }',
    'class B { B(this.flag) : on = CALL; final flag; final on; }',
    'void f(x) { if (x case Foo(flag)) CALL; }',
    'void f() { String? flag; CALL; }',
  ].map((text) => ['dart', text] as const),
  ...[
    'mod m { use other::flag; fn f() { CALL; } }',
    'fn f() { use crate::other::flag; CALL; }',
    'mod m { use other::*; use a::{b::flag, c}; fn f() { CALL; } }',
    'mod m { use other::*; fn f() { CALL; } }',
    'fn h() { match a { Some(Ok(flag)) => CALL, _ => false } }',
    'fn h() { match a { W::A(x, B(flag)) | W::C(flag) => CALL, _ => false } }',
    'fn h() { for (i, (a, flag)) in all { CALL; } }',
    'fn h() { all.fold(0, |a, flag| CALL); }',
    'fn h() { all.fold(0, |a, flag, b| CALL); }',
    'fn h() { all.map(|W(flag)| CALL); }',
    'fn h() { all.map(|P { x: flag, .. }| CALL); }',
    'fn h() { let P { x: Some(flag), .. } = p else { return; }; CALL; }',
    'fn h() { if let [a, flag] = p[..] { CALL; } }',
    'fn h() { each!(flag, all, { CALL }); }',
    'fn h<const flag: usize>() { CALL; }',
  ].map((text) => ['rs', text] as const),
  ...[
    'def f[flag](u): return CALL',
    'class A[T, flag]:\n    def f(self): return CALL',
    'def f[T, *flag](u): return CALL',
    'type X[flag] = list[flag]\nCALL',
    'from other import *\nimport a\nCALL',
    'match x:\n    case a.B(flag), C(): CALL',
    'match x:\n    case A(x=flag) if y: CALL',
    'for i, (a, flag) in all: CALL',
    'global flag\nCALL',
  ].map((text) => ['py', text] as const),
  ...[
    'enum B { case flag; func f() { CALL } }',
    'enum B: String { case a, flag; func f() { CALL } }',
    'let r = all.map { a, flag in CALL }',
    'let r = all.map { flag, a in CALL }',
    'let r = all.map { (a, flag) in CALL }',
    'for case .some(flag) in all { CALL }',
    'for await flag in all { CALL }',
    'func f(a: Int, in flag: String) { CALL }',
    'let r = run { @Sendable (a, flag) async throws -> Bool in CALL }',
    'let r = run { (a, flag)\n in CALL }',
    'func f() { for (i, flag) in all { CALL } }',
  ].map((text) => ['swift', text] as const),
  ...['val g = list.map { flag, a -> CALL }', 'val g = { flag, a -> CALL }', 'for ((a, flag) in all) CALL'].map(
    (text) => ['kt', text] as const,
  ),
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
    'module.exports = { flag, a: { [flag]: 1 } }; CALL;',
    'const f = (a = flag) => a; const b = <p>Toggle {flag}</p>; export default flag; CALL;',
  ].map((text) => ['ts', text] as const),
  ['py', 'if flag == a and flag in all: print(flag)\nx = {a: flag}[flag]\nflag.upper()\nCALL'],
  ['go', 'func f() { log(flag); if a == flag { CALL } }'],
  ['go', 'var a = map[string][]string{flag: {flag, "b"}}\nfunc f() { CALL }'],
  ['py', 'class Keys:\n    NAME = "new_ui"\nclient.value(Keys.NAME, u, False)'],
  ['kt', 'class B { companion object { private const val NAME = "new_ui" }; fun f() = fp.boolValue(NAME, false) }'],
  ['kt', 'fun f() { remember(flag) { mapOf(flag to 1) }; CALL }'],
  ['java', 'class B { @Tag(A.flag) void f() { fp.boolValue(A.flag, u, false); } }'],
  ['java', 'class B { void f() { log(A.flag, flag); if (flag.equals(a)) fp.boolValue(A.flag, u, false); } }'],
  ['kt', 'fun f() { log(flag, 1); if (a == flag) { CALL } }'],
  ['swift', 'func f() { log(name: flag); CALL }'],
  ['rs', 'fn f() { log(&flag, *flag); CALL; }'],
  ['cs', 'class B { void F() { Log(flag, A.flag); _fp.BoolValue(A.flag, u, false); } }'],
  ['dart', 'void f() { log(flag); CALL; }'],
];

function kindsIn([ending, text]: readonly [string, string]): string {
  const whole = `${heads[ending] ?? ''}${text.replace('CALL', calls[ending] ?? '')}\n`;
  const findings = findingsIn(whole, `a.${ending}${ending === 'ts' && text.includes('<') ? 'x' : ''}`);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const [file] = resolveConstants([{ uri: 'file:///a', findings: findings.map((finding) => ({ ...finding, range })) }]);
  return (file?.findings ?? [])
    .filter(({ kind }) => kind !== 'constant' && kind !== 'mention')
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
