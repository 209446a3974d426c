/**
 * Tests that text for people is translated, and that English and Chinese match.
 * If a test fails: pass text to `t('…{0}…', value)` as a literal, and put its Chinese into l10n/bundle.l10n.zh-cn.json, sorted by key;
 * text of package.json is `%key%`, with words in package.nls.json and package.nls.zh-cn.json. Remove unused words.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import bundle from '../../l10n/bundle.l10n.zh-cn.json' with { type: 'json' };
import { packages } from '../../release/contents.mjs';
import manifest from '../../package.json' with { type: 'json' };
import english from '../../package.nls.json' with { type: 'json' };
import chinese from '../../package.nls.zh-cn.json' with { type: 'json' };
import { predicates } from '../../server/src/core/targeting/values/predicates.js';
import { chineseSections, manualSections } from '../generate/lists.js';
import type { ManualSection } from '../generate/manual.js';
import { hashOf } from '../generate/manual.js';
import { forAll } from '../support/forAll.js';
import { bareWords, callsOfT, root, wordsOfSchema } from '../support/spoken.js';

const calls = ['client/src', 'server/src'].flatMap(callsOfT);
const translations: Readonly<Record<string, string>> = bundle;

/** Calls of `t` with words of the schemas, which this test reads from the schemas. */
const ofSchema = [['server/src/core/targeting/schema.ts', 'value']] as const;

const schemas = ['targeting', 'config', 'users', 'tests'].flatMap((name) =>
  wordsOfSchema(`schemas/${name}.schema.json`),
);
const usedTexts = new Set([
  ...calls.filter(({ literal }) => literal).map(({ text }) => text),
  ...schemas.map(({ text }) => text),
]);

describe('text in the code', () => {
  it('is found completely by these tests', () => {
    expect(calls.length).toBeGreaterThan(100);
    expect(schemas.length).toBeGreaterThan(50);
  });

  it('is passed to t as a literal', () => {
    const others = calls.filter(({ literal }) => !literal).map(({ place, text }) => [place.split(':')[0], text]);
    expect(others.sort()).toEqual(ofSchema);
  });

  it('has a value for every placeholder, and no other values', () => {
    const wrong = calls.filter(({ literal, text, values }) => {
      const wanted = Array.from({ length: values }, (_, index) => `{${index}}`);
      return (
        literal &&
        placeholders(text)
          .filter((name) => /^\{\d/.test(name))
          .join() !== wanted.join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it('is not English outside of t', () => {
    const found = ['client/src', 'server/src'].flatMap(bareWords);
    expect(found.filter(({ place, text }) => !isEnglishForAll(place.split(':')[0] ?? '', text))).toEqual([]);
  });
});

describe('the Chinese text', () => {
  it('has a translation for each text, and no other translations', () => {
    expect([...usedTexts].filter((text) => !Object.hasOwn(translations, text))).toEqual([]);
    expect(Object.keys(translations).filter((text) => !usedTexts.has(text))).toEqual([]);
  });

  it('is sorted by the English text, so two people rarely edit the same line', () => {
    expect(Object.keys(translations)).toEqual(Object.keys(translations).sort());
  });

  it('keeps placeholders, code and punctuation', () =>
    forAll(Object.entries(translations), ([text, translation]) => {
      expectFaithful(text, translation);
    }));
});

describe('the English text', () => {
  /** Phrases that no native engineer writes. The glossary in CONTRIBUTING has the words to use instead. */
  const foreign =
    /says the same|(?:some|any)(?:body|thing) else|(?:every|any|some)body|\bcomes? to\b|\bstands?\b|what came of|whoever|\bmend|is not known\b|are not known\b|all the same|as no toggle (?:is|has)/i;

  it('avoids phrases that no native engineer writes', () => {
    expect([...usedTexts, ...Object.values(english)].filter((text) => foreign.test(text))).toEqual([]);
  });

  /** Pages for our own engineers, which say exactly what other programs do, and the page in Chinese. */
  const ours = ['service.md', 'evaluation.md', 'README.zh-cn.md'];
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !ours.includes(name));

  it('avoids such phrases in the docs', () => {
    const lines = ['README.md', 'CHANGELOG.md', ...pages.map((name) => `docs/${name}`)].flatMap((page) =>
      readFileSync(join(root, page), 'utf8')
        .split('\n')
        .map((line) => `${page}: ${line}`),
    );
    expect(lines.filter((line) => foreign.test(line))).toEqual([]);
  });
});

describe('the manifest', () => {
  const used = [...JSON.stringify(manifest).matchAll(/"%([\w.-]+)%"/g)].map(([, key = '']) => key);

  it('has a text for every key in both languages, and no other texts', () => {
    expect(Object.keys(english)).toEqual([...new Set(used)].sort());
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
  });

  it('has translation keys in place of all text that VS Code shows', () => {
    const shown = /"(?:title|category|description|markdownDescription|shortTitle|label|contents|name)":"(?!%)[^"]+"/g;
    const { contributes: all, capabilities, description } = manifest;
    // Models read the rest of a tool, in English.
    const { languageModelTools, ...contributes } = all;
    expect(JSON.stringify({ contributes, capabilities, description }).match(shown)).toBeNull();
    for (const { displayName, userDescription } of languageModelTools)
      expect([displayName, userDescription].filter((words) => !/^%[\w.-]+%$/.test(words))).toEqual([]);
    expect(/"(?:markdownE|e)numDescriptions":\["(?!%)/.exec(JSON.stringify(contributes))).toBeNull();
  });

  it('keeps placeholders, code and punctuation in Chinese', () =>
    forAll(
      Object.entries(english).filter(([key]) => !key.startsWith('schema.')),
      ([key, text]) => {
        expectFaithful(text, (chinese as Record<string, string>)[key] ?? '');
      },
    ));

  it('has each picture of the walkthrough for dark and light themes', () => {
    const { steps } = manifest.contributes.walkthroughs[0] ?? { steps: [] };
    expect(steps.length).toBeGreaterThan(3);
    const pictures = steps.flatMap(({ media }) => Object.values(media.image));
    expect(pictures.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("has Chinese schemas for VS Code's JSON support, with the translations of the bundle", () => {
    for (const key of ['schema.config', 'schema.users', 'schema.tests'] as const) {
      const [own = [], other = []] = [english, chinese].map((words) => wordsOfSchema(words[key]));
      expect(other.map(({ text }) => text)).toEqual(own.map(({ text }) => translations[text]));
    }
  });

  it('publishes the files of both languages', () => {
    expect(manifest.l10n).toBe('./l10n');
    const { files, made, manifest: own } = packages.extension;
    const pictures = JSON.stringify(own['contributes']).match(/walkthrough\/[\w-]+\.\w+/g) ?? [];
    expect(pictures).toHaveLength(20);
    const wanted = ['l10n/bundle.l10n.zh-cn.json', 'package.nls.json', 'package.nls.zh-cn.json', ...pictures];
    const translated = [chinese['schema.config'], chinese['schema.users'], chinese['schema.tests']];
    const published = [...wanted, ...translated.map((path) => path.slice(2))];
    expect([...files, ...Object.keys(made())]).toEqual(expect.arrayContaining(published));
  });
});

/** Whether a text is English in every language: names, words of the service, and text that is compared or typed. */
function isEnglishForAll(path: string, text: string): boolean {
  if (wordsOfTheService.has(text.slice(1, -1))) return true;
  const ofOthers = path === 'server/src/service/http/answers/outcome.ts' && text.includes('secure TLS connection');
  const inPlaceOfToken = path === 'server/src/service/http/token.ts' && text === "'(access token)'";
  // SDKs get the words of the open-source server, and a style is not a sentence.
  const ofSdks = ['core/evaluation/sdkData', 'serve/fixedTexts', 'serve/style'];
  if (ofSdks.some((name) => path === `server/src/${name}.ts`)) return true;
  // Targeting files and machine-readable reports are the same in every language.
  if (path === 'server/src/service/newFiles/newTargeting.ts' || path === 'server/src/cli/test/testReports.ts')
    return true;
  if (path === 'server/src/core/evaluation/sdks/sdkData.ts') return true;
  if (path === 'server/src/cli/reports/annotation.ts' && text.startsWith('`::')) return true;
  if (path === 'server/src/cli/deploy/blobName.ts' && text.startsWith('`blob ')) return true;
  // main.ts prints to the command line, where no editor has set a language.
  return path === 'server/src/lsp/main.ts' || ofOthers || inPlaceOfToken || ofTheCode.has(text);
}

const wordsOfTheService = new Set(['select', 'not in', ...Object.values(predicates).flat()]);

const ofTheCode = new Set([
  "'targeting files, rule by rule'",
  "`${command.replaceAll('%', '%%')} git merge --marker-size=%L -- %O %A %B %P %S %X %Y; `",
  '`case $? in 0) ;; ${conflicts}) exit 1 ;; *) git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; exit 1 ;; esac`',
  '`show() { if [ -z "$VSCODE_GIT_COMMAND" ] && words=$(${command} explain -- "$1"); then printf "%s\\\\n" "$words"; else cat -- "$1"; fi; }; show`',
  '`git config --${scope} ${key} ${visible(quoted(value))}\\n`',
  '`git config --${scope} --remove-section ${section}\\n`',
  ...["'Toggle Targeting'", "'FeatureProbe'", "'https://toggles.example.com'", "'api-…'"],
  ...["'my_toggle'", "'My_Project'", "'dev, staging, online'"],
  // A kind of folder entry, and data about a prerequisite.
  ...["'link to a folder'", "'not asked'"],
  // Typed on the command line, or read by machines.
  "'The folder that the paths are relative to.'",
  "`${t('Usage:')} toggle-targeting COMMAND`",
  ...["'FILE --user ada --attribute city=Paris'", "'BEFORE AFTER'", '`${places()} --env online --out plan.json`'],
  ...['`${places()} --env dev --out repo.json`', '`${places()} --env dev --format client --user ada`'],
  ...['`${places()} --env dev`', "'--format client'"],
  ...["'plan.json --yes-to online'", "'--all --env dev'", "'--toggle KEY --env dev'"],
  // Typed to find a snippet, or inserted by it.
  ...['`condition ${type}`', '`condition ${type} between`', '`{ "select": ${index} }`'],
]);

/** Names and units that are the same in both languages, and a verb that Chinese omits. */
const names = new Set([
  'Toggle Targeting',
  'targeting.config.json',
  'targeting.users.json',
  'SDK',
  'SDKs',
  'en',
  '{0} KiB',
  '{0} MiB',
  '{0} is {1}',
]);

function expectFaithful(text: string, translation: string): void {
  expect(placeholders(translation)).toEqual(placeholders(text));
  const code = (words: string) => (words.match(/`[^`]+`|\]\([^)]+\)/g) ?? []).sort();
  expect(code(translation)).toEqual(code(text));
  const words = translation.replace(/`[^`]+`|\{\d\}/g, '');
  if (!names.has(text) && /[A-Za-z]{2}/.test(text)) expect(words).toMatch(/\p{Script=Han}/u);
  // Chinese has Chinese punctuation, and both texts end with a full stop or neither does.
  expect(words).not.toMatch(/\p{Script=Han}\s*[,;:!?()](?!\/)|[,;!?()]\s*\p{Script=Han}|\p{Script=Han}\.(?![\w*])/u);
  expect(/[。？！]$/.test(translation)).toBe(/[.?!]$/.test(text));
}

function placeholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

describe('README.zh-cn.md', () => {
  const [ours, theirs] = ['README.md', 'docs/README.zh-cn.md'].map((page) =>
    readFileSync(join(root, page), 'utf8').split(/^(?=## )/m),
  ) as [string[], string[]];

  // If a section of README.md changes: translate the change, and set the hash that the failure prints.
  it('contains the translation of each section in the current README.md', () => {
    const hashOf = (section: string) =>
      createHash('sha256')
        .update(section.replace(/[ \t]+$/gm, ''))
        .digest('hex')
        .slice(0, 6);
    expect(theirs.map((section) => /^<!-- of: (\w+) -->$/m.exec(section)?.[1])).toEqual(ours.map(hashOf));
  });

  it('has the same lists, tables and code', () => {
    const shapeOf = (section: string) => [
      section.match(/^(?:- |\d\. |\|)/gm)?.length,
      section.match(/^```[^]*?^```$/gm)?.map((code) => code.replace(/ *#.*/g, '')),
    ];
    expect(theirs.map(shapeOf)).toEqual(ours.map(shapeOf));
  });
});

describe('the Chinese page of problems', () => {
  const english = new Map(manualSections(root).map((section) => [section.code, section]));
  const sections = chineseSections(root).map((own) => ({ own, of: english.get(own.code) }));

  // If the opening comment of a check changes: translate the change in test/generate/problems.zh-cn.txt, set the hash that the
  // failure prints, and run `npm run generate`.
  it('contains the translation of the current English text, once for each problem', () => {
    expect(sections.map(({ own }) => `${own.code} ${own.of}`)).toEqual(
      [...new Set(sections.map(({ of }) => of))].map((of) => of && `${of.code} ${hashOf(of)}`),
    );
  });

  it('has the same code and links as the English text', () => {
    const codeIn = (section: Pick<ManualSection, 'text' | 'notReported' | 'fix'> | undefined) =>
      new Set([section?.text, section?.notReported, section?.fix].join('\n').match(/`[^`]+`|\]\([^)]+\)/g));
    for (const { own, of } of sections) expect.soft(codeIn(own), own.code).toEqual(codeIn(of));
  });
});
