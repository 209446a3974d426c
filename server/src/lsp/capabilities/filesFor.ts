/** Where the files of toggles belong. */
import type { FilesFor } from '../../protocol.js';
import { filesForRequest } from '../../protocol.js';
import { filesFor } from '../../workspace/config/filesFor.js';
import type { Capability } from '../capability.js';

export const filesForRequests: Capability = ({ connection, configs, workspace: { bounds }, fenced }) => {
  connection.onRequest(filesForRequest, ({ configUri, toggles }) =>
    fenced<FilesFor>({ kind: 'none' }, async () => {
      configs.forget();
      const found = await configs.nearest(configUri);
      if (found === undefined) return { kind: 'none' };
      return filesFor(found.parsed, found.uri, toggles, (uri) => bounds.outside(uri));
    }),
  );
  return {};
};
