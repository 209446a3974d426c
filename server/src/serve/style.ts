/** How the page looks, and what a browser may do with it: show it, and nothing else. */
import { createHash } from 'node:crypto';

export const style = `
  :root { color-scheme: light dark }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem }
  table { border-collapse: collapse; display: block; overflow-x: auto }
  th, td { border: 1px solid #8886; padding: .5rem .75rem; text-align: left; vertical-align: top }
  td { max-width: 30rem; overflow-wrap: break-word }
  ul { list-style: none; margin: 0; padding: 0 }
  .trouble { color: light-dark(#b00020, #ff8a80); font-weight: bold }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const start = '<!doctype html>\n';
