/**
 * Compiles the schemas ahead of time to plain functions (ajv standalone code): the server generates no code at run time
 * and starts faster. Writes generated/*.mjs and their types; esbuild.mjs calls it before every build. The function for
 * targeting files is what tests measure the server's own incremental check against.
 *
 * Beside them the schemas of all but targeting files in Chinese: VS Code's own JSON support shows their words and cannot
 * translate them, so package.nls.json and package.nls.zh-cn.json name a schema each.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

const folder = new URL('./', import.meta.url);

export function compileSchemas() {
  mkdirSync(new URL('generated/', folder), { recursive: true });
  compile('targeting', 'validateTargeting');
  compile('config', 'validateConfig');
  compile('users', 'validateUsers');
  compile('tests', 'validateTests');
  for (const name of ['config', 'users', 'tests']) translate(name);
}

/**
 * @param {string} name
 * @param {string} validator
 */
function compile(name, validator) {
  const schema = withoutReferences(JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')));
  const ajv = new Ajv({
    allErrors: true,
    ownProperties: true,
    // Ours say what is wrong, in the language of the person.
    messages: false,
    // Lengths in UTF-16 units need no module of ajv at run time. Ajv warns of that option: what it only logs otherwise throws.
    unicode: false,
    logger: false,
    strictTypes: true,
    allowUnionTypes: true,
    schemas: [schema],
    code: { source: true, esm: true, lines: true },
  });
  // The package is CommonJS: to Node its default export is the module, to TypeScript the function.
  const standaloneCode = /** @type {typeof standalone} */ (Reflect.get(standalone, 'default') ?? standalone);
  const code = standaloneCode(ajv, { [validator]: schema.$id });
  // Nobody asks which place of the schema a mistake breaks, and that is an eighth of the code.
  writeFileSync(new URL(`generated/${name}.mjs`, folder), code.replaceAll(/schemaPath:"[^"]*",/g, ''));
  writeFileSync(
    new URL(`generated/${name}.d.mts`, folder),
    `import type { ValidateFunction } from 'ajv';
export declare const ${validator}: ValidateFunction;
`,
  );
}

/**
 * Ajv makes a function of what is referred to, and its caller copies all mistakes that were found before with each call: a list
 * with a hundred thousand wrong items would take minutes.
 *
 * @param {{ definitions?: Record<string, unknown> }} schema whose definitions do not refer to themselves
 */
function withoutReferences({ definitions = {}, ...schema }) {
  /** @type {(value: unknown) => unknown} */
  const inlined = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inlined);
    if ('$ref' in value) return inlined(definitions[String(value.$ref).replace('#/definitions/', '')]);
    // What is for people would only make the functions longer. A property of that name is an object.
    const entries = Object.entries(value).filter(([key, each]) => !forPeople.has(key) || typeof each !== 'string');
    return withoutRepetition(Object.fromEntries(entries.map(([key, each]) => [key, inlined(each)])));
  };
  return /** @type {{ $id: string }} */ (inlined(schema));
}

/**
 * Properties that have one schema become one pattern, which says the same in a fiftieth of the code.
 *
 * @param {Record<string, unknown>} schema
 */
function withoutRepetition({ properties, ...schema }) {
  const [[, first] = [], ...others] = Object.entries(properties ?? {});
  const names = Object.keys(properties ?? {});
  const isOne = others.length > 0 && others.every(([, each]) => JSON.stringify(each) === JSON.stringify(first));
  if (properties === undefined) return schema;
  return isOne && names.every((name) => /^[a-z-]+$/.test(name))
    ? { ...schema, patternProperties: { [`^(?:${names.join('|')})$`]: first } }
    : { ...schema, properties };
}

const forPeople = new Set(['title', 'description', 'patternErrorMessage']);

/** @param {string} name */
function translate(name) {
  const words = JSON.parse(readFileSync(new URL('../l10n/bundle.l10n.zh-cn.json', folder), 'utf8'));
  const text = readFileSync(new URL(`${name}.schema.json`, folder), 'utf8');
  const translated = JSON.parse(text, (key, value) =>
    forPeople.has(key) && typeof value === 'string' ? (words[value] ?? value) : value,
  );
  writeFileSync(new URL(`generated/${name}.schema.zh-cn.json`, folder), JSON.stringify(translated, null, 2));
}
