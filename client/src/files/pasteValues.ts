/** Converts lines or CSV to JSON strings when they are pasted into a condition's values. Requires VS Code 1.97. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { pasteValuesRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { schemes, targetingFiles } from './ours.js';

/** The part of VS Code's paste API that we use; the oldest supported VS Code lacks it. */
interface PasteApi {
  readonly DocumentPasteEdit: new (insertText: string, title: string, kind: unknown) => object;
  readonly DocumentDropOrPasteEditKind: { readonly Text: { readonly append: (...parts: string[]) => unknown } };
  readonly languages: {
    readonly registerDocumentPasteEditProvider?: (
      selector: vscode.DocumentSelector,
      provider: {
        readonly provideDocumentPasteEdits: (
          document: vscode.TextDocument,
          ranges: readonly vscode.Range[],
          pasted: vscode.DataTransfer,
        ) => Promise<object[] | undefined>;
      },
      metadata: { readonly pasteMimeTypes: readonly string[]; readonly providedPasteEditKinds: readonly unknown[] },
    ) => vscode.Disposable;
  };
}

export function pasteOfValues(server: LanguageServer): vscode.Disposable {
  const api = vscode as unknown as PasteApi;
  if (api.languages.registerDocumentPasteEditProvider === undefined) return new vscode.Disposable(() => undefined);
  const kind = api.DocumentDropOrPasteEditKind.Text.append('targetingValues');
  return api.languages.registerDocumentPasteEditProvider(
    schemes().map((scheme) => ({ scheme, pattern: targetingFiles })),
    {
      provideDocumentPasteEdits: async (document, [range, more], pasted) => {
        const text = await pasted.get(mimeType)?.asString();
        if (!server.isRunning() || text === undefined || range === undefined || more !== undefined) return undefined;
        const client = await server.client();
        const converter = client.code2ProtocolConverter;
        const { uri, version } = converter.asVersionedTextDocumentIdentifier(document);
        const place = { uri, version, range: converter.asRange(range) };
        const answer = await client.sendRequest(pasteValuesRequest, { ...place, text });
        return answer === null ? undefined : [new api.DocumentPasteEdit(answer.newText, titleOf(answer), kind)];
      },
    },
    { pasteMimeTypes: [mimeType], providedPasteEditKinds: [kind] },
  );
}

const mimeType = 'text/plain';

function titleOf({ values, duplicates }: { readonly values: number; readonly duplicates: number }): string {
  if (duplicates === 0) return t('Paste {0} values', values);
  return duplicates === 1
    ? t('Paste {0} values, without 1 duplicate', values)
    : t('Paste {0} values, without {1} duplicates', values, duplicates);
}
