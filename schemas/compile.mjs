/**
 * Compiles the schemas ahead of time to plain functions (ajv standalone code): the server generates no code at run time
 * and starts faster. Writes generated/validators.mjs and its types; esbuild.mjs calls it before every build.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

const folder = new URL('./', import.meta.url);

/** @param {string} name */
const readSchema = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

export function compileSchemas() {
  const ajv = new Ajv({
    allErrors: true,
    ownProperties: true,
    schemas: [readSchema('targeting.schema.json'), readSchema('config.schema.json')],
    code: { source: true, esm: true, lines: true },
  });
  // The package is CommonJS: to Node its default export is the module, to TypeScript the function.
  const standaloneCode = /** @type {typeof standalone} */ (Reflect.get(standalone, 'default') ?? standalone);
  const code = standaloneCode(ajv, {
    validateTargeting: readSchema('targeting.schema.json').$id,
    validateConfig: readSchema('config.schema.json').$id,
  });
  mkdirSync(new URL('generated/', folder), { recursive: true });
  writeFileSync(new URL('generated/validators.mjs', folder), code);
  writeFileSync(
    new URL('generated/validators.d.mts', folder),
    `import type { ValidateFunction } from 'ajv';
export declare const validateTargeting: ValidateFunction;
export declare const validateConfig: ValidateFunction;
`,
  );
}
