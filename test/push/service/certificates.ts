/** A company's own certificate authority, which no machine trusts by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** In PEM. */
  readonly cert: string;
  readonly issue: (wanted: { readonly host: string; readonly valid?: 'formerly' | 'later' }) => Promise<Certificate>;
}

const elliptic = { keyType: 'ec', algorithm: 'sha256' } as const;
const dates = {
  formerly: { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2020-02-01') },
  later: { notBeforeDate: new Date('2090-01-01'), notAfterDate: new Date('2090-02-01') },
};

export async function makeAuthority(name = 'Example Company CA'): Promise<Authority> {
  const authority = await generate([{ name: 'commonName', value: name }], {
    ...elliptic,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return {
    cert: authority.cert,
    issue: async ({ host, valid }) => {
      const subject = /^[\d.]+$/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const);
      const issued = await generate([{ name: 'commonName', value: 'Toggles' }], {
        ...elliptic,
        ...(valid && dates[valid]),
        extensions: [{ name: 'subjectAltName', altNames: [subject] }],
        ca: { key: authority.private, cert: authority.cert },
      });
      return { key: issued.private, cert: issued.cert };
    },
  };
}

/** @returns the path of a file with the authorities, which exists until the test ends */
export function fileOf(...authorities: readonly Authority[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-authorities-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, authorities.map(({ cert }) => cert).join('\n'));
  return file;
}
