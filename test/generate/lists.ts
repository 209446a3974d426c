/** Makes lists from the text of the checks, without running them: codes, checks, and the codes that configs and settings can set. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FormatConfig } from 'oxfmt';
import { format } from 'oxfmt';
import { severities } from '../../server/src/core/checks/problem.js';
import type { ManualSection, Translation } from './manual.js';
import { sectionsOf, translationsOf } from './manual.js';

const folder = 'server/src/core/checks';
const codesFile = `${folder}/codes.ts`;
const ofPolicy = 'a rule of the organization';
const written = 'Written by `npm run generate` from the opening comments of the checks.';

/** Sections of all codes, in the order of codes.ts, since reports name a code by its index; new codes follow. */
export function manualSections(root: string): readonly ManualSection[] {
  const sections = checkFiles(root).flatMap(({ path, text }) => sectionsOf(text, path));
  const twice = sections.find(({ code }, index) => sections.findIndex((other) => other.code === code) !== index);
  if (twice !== undefined) throw new Error(`Two checks have a section "# ${twice.code}".`);
  const known = [...readFileSync(join(root, codesFile), 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: '\w+',$/gm)];
  const order = known.map(([, code]) => code);
  const placeOf = ({ code }: ManualSection) => (order.includes(code) ? order.indexOf(code) : order.length);
  return sections.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Sections that are translated into Chinese, in the order of the file. */
export function chineseSections(root: string): readonly Translation[] {
  return translationsOf(readFileSync(join(root, 'test/generate/problems.zh-cn.txt'), 'utf8'));
}

/** @returns the text of each file, by its path from the root */
export async function generatedLists(root: string): Promise<ReadonlyMap<string, string>> {
  const sections = manualSections(root);
  const configurable = withRemark(sections, ...configurableRemarks);
  const files: readonly (readonly [string, string])[] = [
    [codesFile, codes(sections)],
    [`${folder}/all.ts`, registry(root)],
    [`${folder}/codesInChinese.json`, JSON.stringify(chineseSections(root).map(({ code }) => code))],
    ['package.json', manifest(root, [...configurable, ...withRemark(sections, 'configurable by the person alone')])],
    [
      'schemas/config.schema.json',
      configSchema(
        root,
        sections.filter(({ remark }) => remark === ofPolicy || configurableRemarks.includes(remark)),
      ),
    ],
  ];
  const style = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const formatted = files.map(async ([path, text]) => [path, (await format(path, text, style)).code] as const);
  return new Map(await Promise.all(formatted));
}

const configurableRemarks: readonly ManualSection['remark'][] = [undefined, 'an error for FeatureProbe'];

function checkFiles(root: string): readonly { readonly path: string; readonly text: string }[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && join(path) !== join(codesFile));
  const byName = (one: string, other: string) => (basename(one) < basename(other) ? -1 : 1);
  return paths.sort(byName).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function withRemark(sections: readonly ManualSection[], ...remarks: readonly ManualSection['remark'][]) {
  return sections.filter(({ remark }) => remarks.includes(remark)).map(({ code }) => code);
}

function codes(sections: readonly ManualSection[]): string {
  const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
  const production = withRemark(sections, 'an error for FeatureProbe');
  const fixed = withRemark(sections, 'not configurable', 'configurable by the person alone');
  return `/**
 * ${written} Every code of a problem, with its default severity.
 * A code is API: settings and scripts name it.
 */
export const defaultSeverities = {
  ${sections.map(({ code, severity }) => `'${code}': '${severity}',`).join('\n')}
} as const;

export type ProblemCode = keyof typeof defaultSeverities;

export const problemCodes = Object.keys(defaultSeverities) as readonly ProblemCode[];

/** Problems that FeatureProbe's server does not report itself. They are errors if the file's service is that server. */
export const productionCodes = [${list(production)}] as const satisfies readonly ProblemCode[];
export type ProductionCode = (typeof productionCodes)[number];

const fixedCodes: readonly ProblemCode[] = [${list(fixed)}];

/** Problems of rules of the organization. Only the config can set their severity; user settings cannot. */
export const policyCodes: readonly ProblemCode[] = [${list(withRemark(sections, ofPolicy))}];

/** The codes whose severity a config can set: all codes except those with a fixed severity. */
export const configurableCodes = problemCodes.filter((code) => !fixedCodes.includes(code));

/** The codes whose severity a user can set. A config must not silence the warning about its own names. */
export const settableCodes: readonly ProblemCode[] = [...configurableCodes.filter((code) => !policyCodes.includes(code)), ${list(withRemark(sections, 'configurable by the person alone'))}];
`;
}

function registry(root: string): string {
  const checks = checkFiles(root).flatMap(({ path, text }) =>
    [...text.matchAll(/^export const (\w+) = (object|file)Check\(/gm)].map(([, name = '', kind]) => {
      return { name, kind, file: path.replace(`${folder}/`, './').replace(/\.ts$/, '.js') };
    }),
  );
  const files = [...new Set(checks.map(({ file }) => file))];
  const imports = files.map((file) => {
    const names = checks.filter((check) => check.file === file).map(({ name }) => name);
    return `import { ${names.join(', ')} } from '${file}';`;
  });
  const list = (kind: string) => checks.filter((check) => check.kind === kind).map(({ name }) => name);
  return `/** Written by \`npm run generate\`: every check of this folder and those in it. */
import type { FileCheck, ObjectCheck } from './check.js';
${imports.join('\n')}

export const objectChecks: readonly ObjectCheck[] = [${list('object').join(', ')}];

export const fileChecks: readonly FileCheck[] = [${list('file').join(', ')}];
`;
}

interface Properties {
  properties: Record<string, unknown>;
}

function manifest(root: string, codes: readonly string[]): string {
  const json = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    contributes: { configuration: readonly [{ properties: { 'toggleTargeting.problems': Properties } }] };
  };
  const [{ properties }] = json.contributes.configuration;
  const setting = properties['toggleTargeting.problems'];
  // The description of a single code stays.
  const own = (code: string) => ({
    type: 'string',
    ...(setting.properties[code] as object | undefined),
    enum: severities,
  });
  setting.properties = Object.fromEntries(codes.map((code) => [code, own(code)]));
  return JSON.stringify(json, undefined, 2);
}

function configSchema(root: string, sections: readonly ManualSection[]): string {
  const json = JSON.parse(readFileSync(join(root, 'schemas/config.schema.json'), 'utf8')) as {
    definitions: { problems: Properties; severity: { enum: readonly string[] } };
  };
  json.definitions.problems.properties = Object.fromEntries(
    sections.map(({ code, severity }) => [
      code,
      { description: `By default: \`${severity}\`.`, allOf: [{ $ref: '#/definitions/severity' }] },
    ]),
  );
  json.definitions.severity.enum = severities;
  return JSON.stringify(json, undefined, 2);
}
