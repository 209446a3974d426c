/** A targeting file as a push sees it: the document of the editor, and what the language server knows of it. */
import type { TextDocument } from 'vscode';
import { checkRequest, payloadRequest } from '../../../server/src/protocol.js';
import type { LanguageServer } from './languageClient.js';
import type { FilePorts } from '../sync/push/checkedFile.js';

/** False when it could not be saved. A save that another one overtakes, such as Auto Save, ends as if it had failed. */
export async function saved(document: TextDocument): Promise<boolean> {
  return !document.isDirty || (await document.save()) || document.save();
}

export function filePorts(server: LanguageServer, document: TextDocument): FilePorts {
  const uri = document.uri.toString();
  return {
    save: () => saved(document),
    // A document that was closed, and perhaps opened anew, counts from the beginning again.
    version: () => (document.isClosed ? -1 : document.version),
    check: async () => (await server.client()).sendRequest(checkRequest, { uri }),
    payload: async (params) => (await server.client()).sendRequest(payloadRequest, { uri, ...params }),
  };
}
