/** The extension's entry point. Registers all commands synchronously, so that no command is missing. */
import { config } from '@vscode/l10n';
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import { State } from 'vscode-languageclient';
import type { ChangesSince, WhyParams } from '../../server/src/core/protocol.js';
import { targetsChangedNotification, usersChangedNotification } from '../../server/src/core/protocol.js';
import { MemoryStore } from './push/memoryStore.js';
import { approval } from './commands/approval.js';
import { compareEnvironments, compareToggles } from './commands/compareEnvironments.js';
import { deleteVariation } from './commands/deleteVariation.js';
import { showHistory } from './commands/versions/history.js';
import { newFile, newFileFor } from './commands/newFile.js';
import { pickToggle } from './commands/pull/pickToggle.js';
import { promoteChange, promoteRule } from './commands/promoteChange.js';
import { promoteLive } from './commands/versions/promoteLive.js';
import { promote, showMenu, troubleshoot } from './commands/menu.js';
import { pull, pullTogglesInto } from './commands/pull/pull.js';
import { push } from './commands/push.js';
import { showDiff } from './commands/versions/showDiff.js';
import { showReferences } from './commands/showReferences.js';
import { manageTokens } from './commands/tokens.js';
import { writeAttributes } from './commands/writeAttributes.js';
import { registerTools } from './agents/tools.js';
import { canRun, inBrowser, needs } from './here.js';
import { Background } from './drift/background.js';
import { CodePages } from './pages/codePages.js';
import { ComparisonPages } from './pages/comparisonPages.js';
import { ConflictActions } from './merge/conflictActions.js';
import { Credentials } from './push/credentials.js';
import { Diffs } from './drift/diffs.js';
import { DriftLens } from './drift/driftLens.js';
import { fenced, logged } from './fence.js';
import { languageServer } from './server/languageClient.js';
import { ManyPushes } from './many/pushMany.js';
import { mergeEnds } from './merge/merge.js';
import { MergeResults } from './merge/mergeResults.js';
import { openConfig, openConfigOfWorkspace, openRule } from './files/openConfig.js';
import { Protection } from '../../server/src/service/protection.js';
import { restoreMilestones, walkthrough } from './milestones.js';
import { reportInterruptedPushes } from './push/interruptedPushes.js';
import { LastPushes } from './push/lastPushes.js';
import type { PushContext } from './push/pushPorts.js';
import { readProtectedKeys } from './push/pushSettings.js';
import { chooseFile, openTargetingFile } from './questions/chooseFile.js';
import { registerDiffHints } from './drift/diffHints.js';
import { registerOutline } from './pages/outline.js';
import { pasteOfValues } from './files/pasteValues.js';
import { notify } from './say.js';
import { whyRefused } from './commands/whyRefused.js';
import type { Location, Position } from 'vscode-languageserver-types';
import type { Refusals } from './push/reportPush.js';
import { registerSchema } from './files/schema.js';
import { registerChangedRule } from './sinceCommit/changedRule.js';
import { Committed } from './sinceCommit/committed.js';
import { LocalServing } from './server/serving.js';
import { showChanges, SinceCommitLens } from './sinceCommit/lens.js';
import { statusBar } from './statusBar.js';
import { TestExplorer } from './testExplorer/explorer.js';
import type { About } from './toggles/toggleItems.js';
import { aboutOf } from './toggles/toggleItems.js';
import { TogglesView } from './toggles/togglesView.js';
import { Unchecked } from './files/unchecked.js';
import { addUser, copyAsTest, editUsers, evaluateFor } from './whoGetsWhat/commands.js';
import type { UserItem } from './whoGetsWhat/userItems.js';
import { WhoGetsWhatView } from './whoGetsWhat/whoGetsWhatView.js';
import { WhyPages } from './pages/whyPages.js';

export function activate(context: vscode.ExtensionContext): void {
  // Passes the editor's translations to the modules that do not import vscode.
  config({ contents: vscode.l10n.bundle ?? {} });
  const log = vscode.window.createOutputChannel('Toggle Targeting', { log: true });
  const credentials = new Credentials(context);
  const lastPushes = new LastPushes(context.workspaceState);
  const memoryStore = new MemoryStore(context, logged(log));
  const protection = new Protection(context.globalState, readProtectedKeys, logged(log));
  const diffs = new Diffs();
  const mergeFolder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'merges');
  const merges = new MergeResults(mergeFolder, () => mergeEnds(pushing), logged(log));
  const server = languageServer(
    context,
    log,
    (client) => {
      client.onNotification(targetsChangedNotification, () => look());
      client.onNotification(usersChangedNotification, () => whoGetsWhat.refresh());
      serving.listen(client);
      client.onDidChangeState(({ newState }) => {
        if (newState !== State.Running) return;
        unchecked.refresh();
        look();
        background.resendKnowledge();
      });
      look();
    },
    () => {
      unchecked.refresh();
      status.refresh();
    },
  );
  const unchecked = new Unchecked(server);
  const status = statusBar(server, lastPushes, log);
  const background = new Background({ server, credentials, protection, memoryStore, lastPushes, log }, () =>
    whoGetsWhat.refresh(),
  );
  const committed = new Committed(log);
  const sinceCommit = new SinceCommitLens({ server, committed, log });
  const drift = new DriftLens({ server, background });
  const comparisons = new ComparisonPages(server);
  const codePages = new CodePages(server, context.workspaceState, log);
  const whyPages = new WhyPages(server);
  const toggles = new TogglesView({ server, background, credentials, protection, log });
  const whoGetsWhat = new WhoGetsWhatView({ server, committed, log });
  const serving = new LocalServing(server, log);
  const tests = new TestExplorer({ server, log });
  const look = () => {
    status.refresh();
    drift.refresh();
    toggles.refresh();
    background.refreshVisible();
    codePages.look();
  };
  const refresh: PushContext['refresh'] = (file, pushed) => {
    status.refresh();
    background.renew(file);
    if (file !== undefined) many.lookAgain(file, pushed);
  };
  const refusals: Refusals = new Map();
  const kept = { credentials, protection, lastPushes, memoryStore, diffs, merges };
  const pushing: PushContext = { ...kept, server, refusals, underWay: new Set<string>(), log, refresh };
  const many = new ManyPushes(pushing, context.workspaceState);
  const lookBack = () => void reportInterruptedPushes(pushing).catch(logged(log));
  if (inBrowser) {
    void vscode.commands.executeCommand('setContext', 'toggleTargeting.inBrowser', true);
  } else {
    many.restore();
    merges.restore().catch(logged(log));
    memoryStore.sweep().catch(logged(log));
    lastPushes.sweep().catch(logged(log));
    if (vscode.workspace.isTrusted) lookBack();
  }
  const granted = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    look();
    if (!inBrowser) lookBack();
  });
  restoreMilestones(lastPushes.hasPushed()).catch(logged(log));
  tests.find().catch(logged(log));

  /** Makes a command for one targeting file: the clicked or named file, else the active file, else a chosen file. */
  const ofFile =
    (run: (context: typeof pushing, file: vscode.Uri, environment?: string) => unknown) =>
    async ({ isGone, file, environment }: About) => {
      // Another file, such as the file in the editor, must not be used instead of the clicked file.
      if (isGone) return void notify('information', t('The item that you clicked was just refreshed. Click it again.'));
      const chosen = file ?? (await chooseFile());
      if (chosen !== undefined) await run(pushing, chosen, environment);
    };
  const commands: Readonly<Record<string, (about: About) => unknown>> = {
    push: ofFile(push),
    showDiff: ofFile(showDiff),
    pull: ofFile(pull),
    showHistory: ofFile(showHistory),
    promote: ofFile((_, ...about) => promote(...about)),
    promoteLive: ofFile(promoteLive),
    pickToggle: ofFile(pickToggle),
    approval: ofFile(approval),
    whyRefused: ofFile(whyRefused),
    compareEnvironments: ofFile((_, file) => compareEnvironments(comparisons, file)),
    pushMany: ({ args: [clicked, selected] }) =>
      // A click on a button in a view's title passes the focused row.
      many.command(clicked instanceof vscode.Uri ? clicked : undefined, Array.isArray(selected) ? selected : []),
    pushTicked: () => many.next(),
    cancelPush: () => many.cancel(),
    showPushDiffs: () => many.showDiffs(),
    showPushedFile: ({ args: [command, ...about] }) => many.view.open(command as string, about),
    tickPushedFile: () => many.view.tickFocused(),
    pullToggles: () => pullTogglesInto(pushing),
    rollBack: ({ args: [comparison] }) => diffs.about(comparison as vscode.Uri)?.rollBack?.(),
    showWholeComparison: ({ args: [uri] }) => diffs.showWhole(uri as string),
    compareInBackground: ({ args: [address, file] }) => credentials.agree(address as string, file as vscode.Uri),
    completeMerge: ({ file }) => merges.complete(file),
    manageTokens: ({ args }) => manageTokens(credentials, server, args),
    getStarted: () => vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough),
    newFile: ({ file }) => newFile(pushing, file),
    newFileFor: ({ args: [key] }) => newFileFor(pushing, key as string),
    configure: ({ file = openTargetingFile() }) =>
      file === undefined ? openConfigOfWorkspace({ credentials, log }) : openConfig({ credentials, server, log }, file),
    writeAttributes: ({ file = vscode.window.activeTextEditor?.document.uri }) => file && writeAttributes(server, file),
    promoteChange: ofFile(promoteChange),
    promoteRule: ({ args: [params] }) => promoteRule(pushing, params),
    compareToggles: () => compareToggles(comparisons, server),
    openComparison: ({ args: [uri] }) => comparisons.compare({ uri: uri as string }),
    showChangesSinceCommit: ({ args: [file, said] }) => showChanges(file as vscode.Uri, said as ChangesSince),
    showPlace: ({ args: [location] }) => openRule(location as Location),
    showReferences: ({ args: [uri, position] }) => showReferences(server, uri as string, position as Position),
    showWhy: ({ args: [params] }) => whyPages.show(params as WhyParams),
    deleteVariation: ({ args: [params] }) => deleteVariation(server, params),
    showStaleToggles: () => codePages.showStale(),
    serve: ({ file }) => serving.serve(file),
    stopServing: () => serving.stop(),
    serving: () => serving.menu(),
    showMenu: () => showMenu(server),
    troubleshoot,
    showLog: () => log.show(),
    restartServer: () => server.restart(),
    evaluateFor: () => evaluateFor({ server, view: whoGetsWhat }),
    editUsers: () => editUsers({ server, view: whoGetsWhat }),
    removeAsked: ({ args: [item] }) => whoGetsWhat.remove(item as UserItem),
    copyAsTest: ({ args: [item] }) => copyAsTest({ server, view: whoGetsWhat }, item as UserItem),
    addUser: ({ args: [item] }) => addUser({ server, view: whoGetsWhat }, item as UserItem),
    refreshToggles: () => {
      // Not awaited: the prompt stays open until the person answers.
      toggles.askWhereNothingIsCompared().catch(logged(log));
      toggles.compareAgain();
      background.renew();
    },
    filterToggles: () => toggles.chooseFilter(),
  };
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`toggleTargeting.${name}`, (...args: readonly unknown[]) =>
      // Catches errors that come from our own bugs or from a language server that is not running.
      fenced(log, async () => {
        // A command without an entry in `needs` runs synchronously: keystrokes can arrive before a promise resolves.
        if (!needs.has(name) || (await canRun(name))) await run(aboutOf(diffs, args));
      }),
    ),
  );
  context.subscriptions.push(
    log,
    diffs,
    merges,
    server,
    unchecked,
    status,
    background,
    drift,
    committed,
    sinceCommit,
    new ConflictActions({ server, log }),
    registerChangedRule({ server, log }),
    comparisons,
    codePages,
    whyPages,
    many,
    toggles,
    whoGetsWhat,
    serving,
    tests,
    granted,
    pasteOfValues(server),
    registerDiffHints(),
    registerOutline(),
    registerSchema(),
    ...registerTools(server),
    ...registered,
  );
}
