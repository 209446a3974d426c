/**
 * A push from a machine that trusts a company's CA. Node reads NODE_EXTRA_CA_CERTS only when it starts, so such a push
 * needs a process of its own.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { Authority } from './certificates.js';

/** The outcome. */
export async function pushTrusting(authority: Authority, { baseUrl }: { readonly baseUrl: string }): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-company-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const certificates = join(folder, 'company.pem');
  writeFileSync(certificates, authority.cert);
  const program = join(folder, 'main.cjs');
  const entry = join(import.meta.dirname, 'companyMachine.main.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile: program });
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates };
  const { stdout } = await promisify(execFile)(process.execPath, [program, baseUrl], { env });
  return JSON.parse(stdout);
}
