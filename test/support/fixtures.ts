/** Annotated documents in test/fixtures/<problem code>/<what it shows>.txt, for tests of the core and of the built server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Fixture {
  /** `wrong-type/select as a string` */
  readonly name: string;
  readonly code: string;
  /** As the editor shows it (annotated.ts). */
  readonly annotated: string;
}

export const fixtures = fixturesIn('fixtures');

/** Some of the same documents, as shown for FeatureProbe's service. */
export const featureProbeFixtures = fixturesIn('featureProbeFixtures');

function fixturesIn(name: string): readonly Fixture[] {
  const folder = join(import.meta.dirname, '..', name);
  return readdirSync(folder).flatMap((code) =>
    readdirSync(join(folder, code)).map((file) => ({
      name: `${code}/${file.replace('.txt', '')}`,
      code,
      annotated: readFileSync(join(folder, code, file), 'utf8'),
    })),
  );
}
