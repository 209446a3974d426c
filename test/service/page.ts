/** The page at `/`: all toggles in each environment, reloaded every two seconds. No script, tokens or changes. */
import { lockedRequest } from './answers.js';
import type { Targeting } from './model.js';
import type { Seed } from './seed.js';
import type { Store } from './store.js';

const style = `
  :root { color-scheme: light dark }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem }
  table { border-collapse: collapse; width: 100% }
  th, td { border: 1px solid #8886; padding: .5rem .75rem; text-align: left; vertical-align: top }
  pre { font-size: 12px; margin: .5rem 0 0; max-height: 20rem; overflow: auto; white-space: pre-wrap }
`;

export function renderPage(seed: Seed, store: Store): string {
  const projects = Object.keys(seed.projects).map((project) => renderProject(project, seed, store));
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">',
    '<link rel="icon" href="data:,">',
    `<title>Toggle service</title><style>${style}</style></head>`,
    `<body><h1>Toggle service</h1>${projects.join('')}</body></html>`,
  ].join('\n');
}

function renderProject(project: string, seed: Seed, store: Store): string {
  const { environments = {}, toggles = {} } = seed.projects[project] ?? {};
  const names = Object.keys(environments);
  const rows = Object.keys(toggles).map((toggle) => {
    const cells = names.map((environment) => renderCell(store.get({ project, environment, toggle })));
    return `<tr><th scope="row">${escapeHtml(toggle)}</th>${cells.join('')}</tr>`;
  });
  const heads = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`);
  const head = `<tr><th scope="col">Toggle</th>${heads.join('')}</tr>`;
  return `<h2>${escapeHtml(project)}</h2><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderCell(targeting: Targeting | undefined): string {
  if (!targeting) return '<td></td>';
  const { version, disabled, comment, content } = targeting;
  const request = lockedRequest(targeting);
  const state = disabled ? 'disabled' : 'enabled';
  const waiting = request ? `<br>Approval ${request.approval.status}: ${escapeHtml(request.comment)}` : '';
  const said = comment === '' ? '' : `<br>${escapeHtml(comment)}`;
  const source = escapeHtml(JSON.stringify(content, undefined, 2));
  return `<td><strong>Version ${version}</strong>, ${state}${said}${waiting}<pre>${source}</pre></td>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
