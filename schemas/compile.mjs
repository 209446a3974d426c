/**
 * Compiles the schemas to plain functions ahead of time (ajv standalone code), so that the server starts faster and
 * generates no code. esbuild.mjs calls it before every build. Tests compare the function for targeting files with the
 * server's own incremental check. The other schemas are also written in Chinese: VS Code's JSON support cannot translate
 * their texts, so package.nls.json and package.nls.zh-cn.json each name a schema.
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
    // We make the messages, in the user's language.
    messages: false,
    // Lengths in UTF-16 units need no module of ajv at run time. Ajv's warning about this is hidden, others throw.
    unicode: false,
    logger: false,
    strictTypes: true,
    allowUnionTypes: true,
    schemas: [schema],
    code: { source: true, esm: true, lines: true },
  });
  // The package is CommonJS: its default export is the module in Node, and the function in TypeScript.
  const standaloneCode = /** @type {typeof standalone} */ (Reflect.get(standalone, 'default') ?? standalone);
  const code = standaloneCode(ajv, { [validator]: schema.$id });
  // Nobody needs the place in the schema, which is an eighth of the code.
  writeFileSync(new URL(`generated/${name}.mjs`, folder), code.replaceAll(/schemaPath:"[^"]*",/g, ''));
  writeFileSync(
    new URL(`generated/${name}.d.mts`, folder),
    `import type { ValidateFunction } from 'ajv';
export declare const ${validator}: ValidateFunction;
`,
  );
}

/**
 * Ajv makes a function for each definition, and each call copies all mistakes found so far: a list with a hundred thousand
 * wrong items would take minutes.
 * @param {{ definitions?: Record<string, unknown> }} schema whose definitions do not refer to themselves
 */
function withoutReferences({ definitions = {}, ...schema }) {
  /** @type {(value: unknown) => unknown} */
  const inlined = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inlined);
    if ('$ref' in value) return inlined(definitions[String(value.$ref).replace('#/definitions/', '')]);
    // Texts for people would only make the functions longer. A property of that name is an object.
    const entries = Object.entries(value).filter(([key, each]) => !forPeople.has(key) || typeof each !== 'string');
    return withoutRepetition(Object.fromEntries(entries.map(([key, each]) => [key, inlined(each)])));
  };
  return /** @type {{ $id: string }} */ (inlined(schema));
}

/**
 * Turns properties with equal schemas into one pattern, in a fiftieth of the code.
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
