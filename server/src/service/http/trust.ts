/**
 * Finds the trusted certificate authorities. The configured CA file is read for every push, so no restart is needed.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { t } from '../../core/t.js';

export type Trust = Pick<tls.ConnectionOptions, 'ca' | 'secureContext'>;

export interface Authorities {
  readonly systemCertificates: boolean;
  /** Path of a PEM file with additional authorities. */
  readonly extraCaFile: string | undefined;
}

/** Returns the trusted authorities. `problem`: a sentence about a CA file that cannot be used. */
export async function trustOf(authorities: Authorities): Promise<Trust | { readonly problem: string }> {
  const { systemCertificates, extraCaFile } = authorities;
  const extra = extraCaFile === undefined ? [] : await certificatesOf(extraCaFile);
  if ('problem' in extra) return extra;
  // `getCACertificates` is missing from the current types, and from Node before 22.15, which older editors use.
  const { getCACertificates: read, rootCertificates } = tls as typeof tls & {
    getCACertificates?: (type: string) => string[];
  };
  if (read !== undefined)
    return {
      ca: systemCertificates
        ? [...rootCertificates, ...read('system'), ...read('extra'), ...extra]
        : [...read('default'), ...extra],
    };
  // On older Node versions, the editor itself adds the system's authorities to TLS contexts.
  // An extra file replaces `NODE_EXTRA_CA_CERTS`.
  return extra.length === 0 ? {} : { secureContext: tls.createSecureContext({ ca: [...rootCertificates, ...extra] }) };
}

async function certificatesOf(file: string): Promise<readonly string[] | { readonly problem: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return {
      problem: t('"toggleTargeting.push.extraCaFile" names {0}, which cannot be read: {1}.', file, said(error)),
    };
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    return { problem: t('"toggleTargeting.push.extraCaFile" names {0}, which has no certificate in PEM form.', file) };
  const broken = blocks.findIndex((block) => !isCertificate(block));
  if (broken === -1) return blocks;
  return {
    problem: t('"toggleTargeting.push.extraCaFile" names {0}, in which certificate {1} is broken.', file, broken + 1),
  };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
