/** Tests which attributes of users are found in code. */
import { expect, it } from 'vitest';
import { languageOf } from '../../server/src/core/code/lexer/languages.js';
import { readCode } from '../../server/src/core/code/readCode.js';

function attributesIn(fileName: string, text: string): readonly string[] {
  const language = languageOf(fileName);
  if (language === undefined) throw new Error(`No language of ours: ${fileName}`);
  return readCode(text, language, () => false).attributes;
}

it.each([
  ['a.ts', "const user = new FPUser(id)\n  .with('city', city)\n  .with(`plan`, 'pro');"],
  ['a.java', 'FPUser user = new FPUser("1").with("city", a.city()).with("plan", "pro");'],
  ['a.kt', 'val user = FPUser("1").with("city", city(1, 2)).setAttr("plan", "pro")'],
  ['a.go', 'import "github.com/featureprobe/server-sdk-go"\nvar user = NewUser().With("city", c).With("plan", "pro")'],
  ['a.py', 'import featureprobe as fp\nuser = fp.User().with_attr("city", c)\nuser.with_attr(\'plan\', "pro")'],
  ['a.rs', 'let user = FPUser::new().with("city", city).with("plan", "pro".to_string());'],
  ['a.cs', 'var user = new FPUser().With("city", City<int, long>()).With("plan", "pro");'],
  ['a.swift', 'let user = FpUser()\nlet fp: FPUser = user\nuser.with("city", city); user.setAttr("plan", "pro")'],
  ['a.js', "new FPUser().extendAttrs({ city, 'plan': { a: 1 }, ...more, [computed]: 1, 2: 3, late() {} });"],
])('attributes are found once in %s', (fileName, text) => {
  expect(attributesIn(fileName, `${text}\n${text}`)).toEqual(['city', 'plan']);
});

it.each([
  ['names that are no literals', "new FPUser().with(name, 1).with('a' + b, 1).with(`a${b}`, 1).with('', 1);"],
  ['another number of arguments', "new FPUser().with('a').with('a', 1, 2); user.extendAttrs({ a: 1 }, b);"],
  ['functions that are called on nothing', "const user = new FPUser(); With('a', 1); setAttr('b', 2);"],
  ['comments', "const user = new FPUser(); // user.with('a', 1)"],
  ['files that name no SDK', "map.with('a', 1); element.setAttr('b', 2);"],
  ['objects from elsewhere', 'new FPUser().extendAttrs(attributes).extendAttrs({ a: 1 }.b);'],
])('attributes are not found in %s', (_, text) => {
  expect(attributesIn('a.ts', text)).toEqual([]);
});
