/** Talks to the process that opened this browser (../runSuiteInBrowser.ts) and served this extension. */
import * as vscode from 'vscode';

export const extensionId = 'toggle-targeting.toggle-targeting';

export async function tell(what: 'sees' | 'count' | 'line' | 'end', about: unknown): Promise<unknown> {
  const from = vscode.extensions.getExtension(extensionId)?.extensionUri;
  const url = `${from?.scheme ?? ''}://${from?.authority ?? ''}/from-suite/${what}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(about) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

export const sees = (selector: string, hasText = '') => tell('sees', { selector, hasText });
