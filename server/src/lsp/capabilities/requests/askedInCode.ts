/** Pages about toggles in code, and a warning if code still calls the toggle of a deleted file. */
import { t } from '../../../core/t.js';
import { askedFor, placesOf } from '../../../core/code/askedFor.js';
import { languageOf } from '../../../core/code/lexer/languages.js';
import { placesIn } from '../../../core/code/places.js';
import { settingActions } from '../../../core/features/actions/aboutProblems.js';
import type { CodePageParams } from '../../../core/protocol.js';
import { codeConfigsRequest, codePageRequest, offerCodeRequest } from '../../../core/protocol.js';
import { askingPage, calledStill, stalePage, unsearchedPage } from '../../../core/results/codePages.js';
import { kindOf } from '../../../core/targeting/fileNames.js';
import { codeScopes, plainCode, scopeFor } from '../../../workspace/code/codeScopes.js';
import { constantToggles } from '../../../workspace/code/constantToggles.js';
import { Turns } from '../../../workspace/turns.js';
import { decoded, pathBelow } from '../../../workspace/disk/uris.js';
import { isWorker } from '../../lsp.js';
import type { Capability } from '../../session.js';

export const askedInCode: Capability = (session) => {
  const { connection, client, code, codeIndex, project, settings, folders, fenced, onRequest } = session;
  let isOffered = false;
  onRequest(codeConfigsRequest, [], async () => {
    await project.ready();
    return code.scopes.map(({ configUri }) => configUri);
  });
  onRequest(offerCodeRequest, false, async ({ uri, text }) => {
    await project.ready();
    const config = scopeFor(uri, codeScopes(project, project.files.folders, plainCode))?.targeting;
    const { findings } = placesIn(text, languageOf(uri), () => false);
    if (isOffered || code.scopeFor(uri) || !config?.parsed.config || findings.length === 0) return false;
    isOffered = true;
    const [yes, no] = [{ title: t('Yes') }, { title: t('No') }];
    const question = t('Show toggles in code? This adds "code" to {0}.', nameOf(config.uri));
    if ((await connection.window.showInformationMessage(question, yes, no))?.title !== yes.title) return true;
    const [action] = settingActions({ ...config, text: () => project.configText(config.uri) }, '', [[['code'], {}]]);
    if (action?.edit) await connection.workspace.applyEdit(action.edit);
    await connection.window.showDocument({ uri: config.uri, takeFocus: true });
    return true;
  });
  onRequest(codePageRequest, null, async ({ configUri, toggle }) => {
    await project.ready();
    const scope = code.scopes.find((each) => each.configUri === configUri);
    if (scope === undefined) return null;
    if (isWorker || !configUri.startsWith('file:')) return unsearchedPage();
    const { files, ...looked } = await codeIndex.of(scope);
    if (toggle !== undefined) return askingPage(toggle, askedFor(toggle, files), nameOf);
    const { toggles, ...others } = await constantToggles(code.togglesOf(scope), scope, project, new Turns('asked'));
    const constant = toggles.map((each) => ({ ...each, asked: askedFor(each.key, files) }));
    return stalePage({ ...looked, ...others, constant, nameOf });
  });
  connection.workspace.onDidDeleteFiles(({ files }) =>
    fenced(undefined, async () => {
      for (const { uri } of files) await gone(uri);
    }),
  );
  connection.workspace.onDidRenameFiles(({ files }) =>
    fenced(undefined, async () => {
      for (const { oldUri, newUri } of files)
        if (project.files.identity(oldUri).toggle !== project.files.identity(newUri).toggle) await gone(oldUri);
    }),
  );
  return {};

  /** Warns if a deleted toggle is still called. Does not wait for the person's answer. */
  async function gone(uri: string): Promise<void> {
    if (kindOf(uri) !== 'targeting') return;
    const toggle = project.files.identity(uri).toggle;
    const asked = await codeIndex.asked(uri, toggle, true);
    if (asked === undefined || asked.calls.length === 0) return;
    const show = { title: t('Show') };
    const canShow = client.window?.showDocument?.support === true;
    void connection.window
      .showWarningMessage(calledStill(toggle, asked), ...(canShow ? [show] : []))
      .then(async (answer) => {
        const [first] = placesOf(asked);
        if (answer?.title !== show.title || first === undefined) return;
        const page = pageOf(uri, toggle);
        await connection.window.showDocument(
          page === undefined ? { uri: first.uri, selection: first.range } : { uri: page },
        );
      }, session.logged);
  }

  /** @returns the URI of the client's page (codePages.ts); undefined if the client has no such pages */
  function pageOf(targetingUri: string, toggle: string): string | undefined {
    const scheme = settings.now.codePages;
    const [scope] = code.scopesOf(targetingUri);
    if (scheme === undefined || scope === undefined) return undefined;
    const params: CodePageParams = { configUri: scope.configUri, toggle };
    return `${scheme}:/${encodeURIComponent(toggle)}?${encodeURIComponent(JSON.stringify(params))}`;
  }

  function nameOf(uri: string): string {
    const below = folders.map((folder) => pathBelow(folder, uri)).find((path) => path !== undefined);
    return below?.slice(1, -1) ?? decoded(uri) ?? uri;
  }
};
