/** What a person or a CI job looks at after a run: the last picture of the page, and the logs of page and server. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserLog } from './browser';
import type { Host } from './launch';

/** Never throws: a picture that cannot be taken must not hide the result of the run. It says so instead. */
export async function saveArtifacts(folder: string, host: Host, logs: readonly BrowserLog[]): Promise<void> {
  const steps = [
    () => host.page.screenshot({ path: join(folder, 'last.png'), timeout: 5000 }),
    () => cp(join(host.dataDir, 'data', 'logs'), join(folder, 'server-logs'), { recursive: true }),
    ...logs.map(({ relativePath, contents }) => {
      return () => writeFile(join(folder, `browser-${relativePath.replace(/\W+/g, '-')}.txt`), contents);
    }),
  ];
  await mkdir(folder, { recursive: true });
  for (const step of steps) {
    await step().catch((error: unknown) => console.error(`Not saved to ${folder}: ${String(error)}`));
  }
}
