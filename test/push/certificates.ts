/** A company's own certificate authority, which no machine knows until it is told to. */
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** In PEM. */
  readonly cert: string;
  readonly issue: (wanted: { readonly host: string; readonly expired?: true }) => Promise<Certificate>;
}

const elliptic = { keyType: 'ec', algorithm: 'sha256' } as const;
const longAgo = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2020-02-01') };

export async function makeAuthority(): Promise<Authority> {
  const authority = await generate([{ name: 'commonName', value: 'Example Company CA' }], {
    ...elliptic,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return {
    cert: authority.cert,
    issue: async ({ host, expired }) => {
      const name = /^[\d.]+$/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const);
      const issued = await generate([{ name: 'commonName', value: 'Toggles' }], {
        ...elliptic,
        ...(expired && longAgo),
        extensions: [{ name: 'subjectAltName', altNames: [name] }],
        ca: { key: authority.private, cert: authority.cert },
      });
      return { key: issued.private, cert: issued.cert };
    },
  };
}
