/** Toggles for real SDKs, half of them with objects that SDKs read differently, and the claims of the product about them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saysNothingChanges } from './claims.js';
import { changed, environmentBy, oddTexts } from './generate.js';
import type { Environment, Toggle, User } from './model.js';
import type { Difference, Problem } from './product.js';
import { applied, keyOf, run } from './product.js';
import { Random } from './random.js';
import { usersOf } from './users.js';
import { written } from './write.js';

export const USERS_OF_A_TOGGLE = 120;

/** A change of a toggle that affects nobody, according to the product. */
export interface Claim {
  readonly key: string;
  readonly words: string;
  readonly after: Toggle;
}

/** A variation that nobody gets, according to the product. */
export interface NeverServed {
  readonly key: string;
  readonly value: string;
}

export interface Made {
  readonly toggles: Environment;
  readonly claims: readonly Claim[];
  readonly neverServed: readonly NeverServed[];
}

export function made(cases: number, seed: number): Made {
  const random = new Random(seed);
  const toggles = environmentBy(random, cases, true);
  return { toggles, ...claimsOf(random, toggles) };
}

function claimsOf(random: Random, toggles: Environment): Pick<Made, 'claims' | 'neverServed'> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-sdks-'));
  try {
    const config = {
      baseUrl: 'https://toggles.example.com',
      project: 'p',
      files: '{environment}/{toggle}.targeting.json',
    };
    writeFileSync(
      join(folder, 'targeting.config.json'),
      JSON.stringify({ ...config, environments: { dev: {}, online: {} } }),
    );
    for (const name of ['dev', 'online']) mkdirSync(join(folder, name));
    const files = new Map(Array.from(toggles, ([key, toggle]) => [key, written(toggle)]));
    const after = new Map(Array.from(toggles.keys(), (key) => [key, changed(random, key, toggles, true)]));
    for (const [key, { text }] of files) writeFileSync(join(folder, 'dev', `${key}.targeting.json`), text);
    for (const [key, toggle] of after)
      writeFileSync(join(folder, 'online', `${key}.targeting.json`), written(toggle).text);
    const [claims, neverServed]: [Claim[], NeverServed[]] = [[], []];
    const { problems } = run(folder, 'check', 'dev') as { readonly problems: readonly Problem[] };
    for (const { file, code, start, fixes = [] } of problems) {
      const key = keyOf(file);
      const [text, place] = [files.get(key)?.text ?? '', files.get(key)?.places.get(start.line)];
      const variations = toggles.get(key)?.content.variations ?? [];
      if (code === 'never-served' || code === 'unused-variation') {
        const value = variations[place !== undefined && 'variation' in place ? place.variation : -1]?.value;
        if (value !== undefined && variations.filter((each) => each.value === value).length === 1)
          neverServed.push({ key, value });
      }
      if (!saysNothingChanges.includes(code)) continue;
      for (const { title, edits } of fixes.filter((fix) => fix.title.startsWith('Remove')))
        claims.push({ key, words: `${code}, ${title}`, after: JSON.parse(applied(text, edits)) as Toggle });
    }
    const { files: compared } = run(folder, 'compare', 'dev', 'online') as { readonly files: readonly Difference[] };
    for (const { path, who } of compared) {
      const toggle = after.get(keyOf(path));
      const requires = (toggle?.content.prerequisites ?? []).length > 0;
      if (who === 'nobody' && toggle !== undefined && !requires)
        claims.push({ key: keyOf(path), words: 'compare: nobody', after: toggle });
    }
    return { claims, neverServed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function askedOf(key: string, toggles: Environment): readonly User[] {
  const toggle = toggles.get(key);
  if (toggle === undefined) return [];
  const required = (toggle.content.prerequisites ?? []).flatMap((each) => toggles.get(each.key) ?? []);
  const { users } = usersOf([toggle, ...required], USERS_OF_A_TOGGLE);
  const random = new Random(Number(key.slice(1)));
  const strange = users.slice(0, 40).map(({ attributes, segments }) => {
    const own = Array.from(
      attributes,
      ([name, text]) => [name, random.chance(0.7) ? random.pick(oddTexts) : text] as const,
    );
    return { attributes: new Map(own), segments };
  });
  return [...users, ...strange];
}
