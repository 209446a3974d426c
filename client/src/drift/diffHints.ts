/** Inlay hints for numbers in diffs. The client computes them, because the server does not have these documents. */
import * as vscode from 'vscode';
import { inlayHints } from '../../../server/src/core/features/layout/inlayHints.js';
import { hintsOf } from '../../../server/src/core/protocol/settings.js';
import { parse } from '../../../server/src/core/json/document.js';
import { Diffs } from './diffs.js';

export function registerDiffHints(): vscode.Disposable {
  return vscode.languages.registerInlayHintsProvider(
    { scheme: Diffs.scheme, pattern: '**/*.json' },
    { provideInlayHints: (document, range) => hintsIn(document.getText(), range) },
  );
}

function hintsIn(text: string, range: vscode.Range): vscode.InlayHint[] {
  const setting = vscode.workspace.getConfiguration('toggleTargeting').get('hints');
  const shown = { ...hintsOf(setting), objects: false };
  return inlayHints({ kind: 'targeting', json: parse(text) }, range, shown).map(({ position, ...hint }) =>
    Object.assign(new vscode.InlayHint(new vscode.Position(position.line, position.character), ''), hint),
  );
}
