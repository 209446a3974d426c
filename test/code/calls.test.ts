/** Tests signatures of wrappers, languages, and which calls count as calls of an SDK. */
import { describe, expect, it } from 'vitest';
import { parseWrapper, sdkCalls } from '../../server/src/core/code/calls.js';
import { languageOf } from '../../server/src/core/code/lexer/languages.js';
import { findingsIn } from './annotated.js';

describe('a signature', () => {
  it('contains the positions of the key and the default', () => {
    expect(parseWrapper(' app.Flags . isOn ( key ) ')).toMatchObject({
      method: 'isOn',
      receiver: ['Flags', 'app'],
      counts: [1],
      key: 0,
    });
    const wrapper = parseWrapper('toggle(_, key, default)');
    expect(wrapper).toMatchObject({ method: 'toggle', receiver: [], counts: [3], key: 1, asks: 'any' });
    expect(wrapper?.defaultOf(3)).toBe(2);
  });

  it.each([
    ...'|isOn|isOn()|isOn(_)|isOn(key|isOn(key) |isOn(key, key)|isOn(key, default, default)'.split('|'),
    ...'isOn(key, name)|is On(key)|.isOn(key)|isOn(key).value|isOn((key))|isOn(key,)|1st(key)'.split('|'),
  ])('must have the form isOn(key): %j', (signature) => {
    const isRight = signature.trim() === 'isOn(key)';
    expect(parseWrapper(signature) !== undefined).toBe(isRight);
  });
});

describe('a language', () => {
  it('has SDK calls', () => {
    expect(Object.entries(sdkCalls).filter(([, calls]) => calls.size === 0)).toEqual([]);
  });

  it.each([
    ['src/App.TSX', 'typescriptreact'],
    ['a.b.kts', 'kotlin'],
    ['Client.mm', 'objective-cpp'],
    ['app.jsx', 'javascript'],
    ['README.md', undefined],
    ['Makefile', undefined],
    ['', undefined],
  ])('is determined by the extension of %j', (name, language) => expect(languageOf(name)).toBe(language));
});

describe('a call', () => {
  const kinds = (text: string) =>
    findingsIn(text, 'a.ts').map(({ kind, isCertain }) => (isCertain ? kind : `perhaps ${kind}`));

  it.each([
    ['import x from "featureprobe-server-sdk-node";', ['call']],
    ['new FPUser();', ['call']],
    ['const featureProbe = 1;', ['call']],
    ['const fp = useFeatureProbe();', ['call']],
    ["const fp = inject('featureProbe');", ['call']],
    ['import fp from "https://host.example/featureprobe.js";', ['call']],
    ['// FeatureProbe, FPUser', ['perhaps call']],
    ['const FPS = 60;', ['perhaps call']],
    ['const fpConfig = 60, fpError = 0;', ['perhaps call']],
    ['const pattern = /featureprobe/;', ['perhaps call']],
    ['const probe = new CpuFeatureProbe();', ['perhaps call']],
    ['log("Feature probe failed");', ['perhaps call']],
    ['log("FeatureProbe failed");', ['perhaps call']],
  ])('is certain only if the file names an SDK: %s', (line, expected) =>
    expect(kinds(`${line}\nclient.numberValue("limits", user, 1);`)).toEqual(expected),
  );

  it('with an unknown key is ignored unless the file or the receiver names an SDK', () => {
    expect(kinds('client.numberValue("count", user, 1); client.numberValue(name, user, 1);')).toEqual([]);
    expect(kinds('featureProbe.numberValue("count", user, 1); client.numberValue(name, user, 1);')).toEqual([
      'call',
      'unreadable',
    ]);
  });

  it('has a user, not a literal, as the second of three arguments', () => {
    const lines = ['settings.value("theme", "dark", str)', 'x.value("plan", 1, 2)', 'x.value("plan", user, 2)'];
    const found = lines.map((line) =>
      findingsIn(`import featureprobe\n${line}\n`, 'a.py')
        .map(({ kind }) => kind)
        .join(),
    );
    expect(found).toEqual(['', 'mention', 'call']);
  });

  it('uses a constant only if its name has one meaning in the file', () => {
    const call = 'featureProbe.numberValue(LIMITS, user, 1);';
    const rest = [
      "LIMITS = 'plan';",
      "let LIMITS: string = 'plan';",
      'LIMITS += 1;',
      'LIMITS ??= 1;',
      'function f(LIMITS: string) {}',
      'const f = (LIMITS) => 1;',
      'const f = LIMITS => 1;',
      'for (const LIMITS of all) {}',
    ];
    expect(kinds(`const LIMITS = "limits"; ${call}`)).toEqual(['constant', 'call']);
    for (const line of [...rest, "f({ LIMITS: 'other' });"])
      expect(kinds(`const LIMITS = "limits"; ${line} ${call}`), line).toContain('unreadable');
    for (const line of ['if (LIMITS) {}', 'f(LIMITS, 1);', 'x = LIMITS;', 'LIMITS == x;', 'if (a, LIMITS === b) {}'])
      expect(kinds(`const LIMITS = "limits"; ${line} ${call}`), line).toEqual(['constant', 'call']);
  });
});
