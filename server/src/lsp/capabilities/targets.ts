/** Where a file goes when it is pushed, and that files may go elsewhere now. */
import { t } from '@vscode/l10n';
import { noRegularFile, notReadable } from '../../checks/unreadable.js';
import type { Targets } from '../../protocol.js';
import { targetsChangedNotification, targetsRequest } from '../../protocol.js';
import { everyTargetOf, targetsOf } from '../../workspace/config/targets.js';
import type { Capability } from '../capability.js';
import type { Session } from '../session.js';

export const targetsRequests: Capability = (session) => {
  const { connection, configs, fenced, logged } = session;
  connection.onRequest(targetsRequest, ({ uri, fresh = false, everywhere = false }) =>
    fenced<Targets>({ kind: 'none' }, async () => {
      if (fresh) configs.forget();
      const found = await configs.nearest(uri);
      if (found === undefined) return { kind: 'none' };
      const reason = whyNotPushed(uri, session);
      if (reason !== undefined) return { kind: 'unusable', configUri: found.uri, reason };
      return (everywhere ? everyTargetOf : targetsOf)(found.parsed, found.uri, uri);
    }),
  );
  configs.onChanged(() => void connection.sendNotification(targetsChangedNotification, {}).catch(logged));
  return {};
};

/** A reason for what somebody else may have put there as a file of this folder. */
function whyNotPushed(uri: string, { workspace, disk }: Session): string | undefined {
  const real = workspace.bounds.outside(uri);
  if (real !== undefined)
    return t('the file is a link that leads out of the folder, to {0}. Open that file itself.', real);
  return disk.kindOf(uri) === 'file' || disk.realPath(uri) === undefined ? undefined : notReadable(noRegularFile());
}
