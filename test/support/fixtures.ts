/**
 * The fixtures: annotated documents in test/fixtures/<problem code>/<what it shows>.txt. Tests run them against the
 * pure core and against the built server, and feed every prefix of them to both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Fixture {
  /** `wrong-type/select as a string` */
  readonly name: string;
  readonly code: string;
  /** As the editor would show it; see annotated.ts. */
  readonly annotated: string;
}

export const fixtures = fixturesIn('fixtures');

/** Some of the same documents, as they look where their service is FeatureProbe's. */
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
