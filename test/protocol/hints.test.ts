/** Tests inlay hints in the built server. */
import { InlayHintRefreshRequest, InlayHintRequest } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { lines, withHints, withoutHints } from '../support/hints.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const annotated = `{ "content": {
  "defaultServe": { "select": 1⟨ beta = "true"⟩ },
  "disabledServe": { "split": [10000⟨ 100% · off⟩, 0⟨ 0% · beta⟩] },
  "variations": [⟨0 ⟩{ "name": "off" }, ⟨1 ⟩{ "name": "beta", "value": "true" }]
} }`;

describe('inlay hints over the wire', () => {
  it('have the right positions, even after an edit', async () => {
    const trial = await started();
    expect(trial.initialized.capabilities.inlayHintProvider).toBe(true);
    await trial.open(uri, withoutHints(annotated));
    expect(await shown(trial, withoutHints(annotated))).toBe(annotated);
    const edited = annotated.replaceAll('beta', 'gamma');
    await trial.change(uri, 2, [{ text: withoutHints(edited) }]);
    expect(await shown(trial, withoutHints(edited))).toBe(edited);
  });

  it('are empty for a document that is not open', async () => {
    const trial = await started();
    expect(await trial.ask(InlayHintRequest.type, request())).toEqual([]);
  });

  it('can be turned off by kind, which refreshes the hints', async () => {
    const trial = await started({
      initializationOptions: { hints: ['split', 'index', 'unknown'] },
      capabilities: { workspace: { inlayHint: { refreshSupport: true } } },
    });
    const text = withoutHints(annotated);
    await trial.open(uri, text);
    expect(await shown(trial, text)).toBe(annotated.replace('⟨ beta = "true"⟩', ''));
    const refreshed = new Promise<void>((resolve) => {
      trial.connection.onRequest(InlayHintRefreshRequest.type, () => resolve());
    });
    await trial.configure({ toggleTargeting: { hints: ['select'] } });
    await refreshed;
    expect(await shown(trial, text)).toBe(text.replace('"select": 1', '"select": 1⟨ beta = "true"⟩'));
  });
});

async function started(options?: ServerTrialOptions): Promise<ServerTrial> {
  return testServer(options);
}

function request() {
  return { textDocument: { uri }, range: lines(0, 99) };
}

async function shown(trial: ServerTrial, text: string): Promise<string> {
  return withHints(text, (await trial.ask(InlayHintRequest.type, request())) ?? []);
}
