/** Tests that a check names only codes that its opening comment or production.ts describes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemCodes, productionCodes } from '../../server/src/core/checks/codes.js';
import { policyRules } from '../../server/src/core/targeting/rules/policy.js';
import { sectionsOf } from '../generate/manual.js';

const folder = join(import.meta.dirname, '../../server/src/core/checks');
/** A rule of the organization may have the name of a code. */
const rules: readonly string[] = policyRules;
const ofAll = ['codes.ts', 'rating.ts'];

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
for (const name of names.filter((file) => file.endsWith('.ts') && !ofAll.includes(file))) {
  it(`${name} documents the codes that it reports`, () => {
    const source = readFileSync(join(folder, name), 'utf8');
    const described = sectionsOf(source, name).map(({ code }) => code);
    const code = source.replace(/^\/\*\*[^]*?\*\//, '');
    const named = problemCodes.filter((each) => code.includes(`'${each}'`) && !rules.includes(each));
    expect(named.filter((each) => !described.includes(each) && !productionCodes.some((one) => one === each))).toEqual(
      [],
    );
  });
}
