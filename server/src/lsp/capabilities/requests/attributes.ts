/** The request that adds the attributes used in a config's files to the config's `attributes`, and shows the list. */
import { t } from '../../../core/t.js';
import { MAX_BESIDE_BYTES } from '../../../core/checks/text/unreadable.js';
import { usedAttributes, withAttributes } from '../../../core/features/names/usedAttributes.js';
import { parse } from '../../../core/json/document.js';
import { applyEdits, textEdits } from '../../../core/json/edit/edits.js';
import { writeAttributesRequest } from '../../../core/protocol.js';
import { ruleInConfig } from '../../../core/targeting/rules/ruleInConfig.js';
import { nameOf } from '../../../workspace/disk/uris.js';
import type { Capability, Session } from '../../session.js';

export const attributes: Capability = (session) => {
  session.onRequest(writeAttributesRequest, null, async ({ uri }) => (await writtenAttributes(session, uri)) ?? null);
  return {};
};

/** @returns why nothing was written; undefined if the list was written */
async function writtenAttributes(session: Session, uri: string): Promise<string | undefined> {
  const { project, connection, client } = session;
  const toggles = await project.ready(uri);
  const configUri = project.config(uri)?.uri;
  if (configUri === undefined) return t('There is no targeting.config.json for this file.');
  const used = usedAttributes(
    Array.from(toggles.files()).filter((file) => project.config(file.uri)?.uri === configUri),
  );
  if (used.size === 0) return t('No condition in the files of this config uses an attribute.');
  const config = project.document(configUri, MAX_BESIDE_BYTES);
  const edits = config === undefined || 'unreadable' in config ? undefined : withAttributes(config, used);
  if (config === undefined || 'unreadable' in config || edits === undefined)
    return t('{0} has an error. Fix it, then write the attributes again.', nameOf(configUri));
  if (edits.length === 0) return t('The list already has all attributes in use.');
  const { applied } = await connection.workspace.applyEdit({ changes: { [configUri]: textEdits(config, edits) } });
  if (!applied) return t('The editor did not change {0}.', nameOf(configUri));
  const selection = ruleInConfig(parse(applyEdits(config.text, edits)), 'attributes');
  if (client.window?.showDocument?.support === true && selection !== undefined)
    await connection.window.showDocument({ uri: configUri, takeFocus: true, selection });
  return undefined;
}
