/**
 * The extension's entry: builds its parts and registers the commands before anything is awaited, so that none of them
 * is ever missing. Nothing else runs until a targeting file is opened.
 */
import { config } from '@vscode/l10n';
import * as vscode from 'vscode';
import { State } from 'vscode-languageclient';
import type { WhyParams } from '../../server/src/core/protocol.js';
import { targetsChangedNotification, usersChangedNotification } from '../../server/src/core/protocol.js';
import { MemoryStore } from './push/memoryStore.js';
import { approvalCommand } from './commands/approval.js';
import { carryOverCommand, carryRuleOver } from './commands/carryOver.js';
import { compareEnvironmentsCommand, compareTogglesCommand } from './commands/compareEnvironments.js';
import { deleteVariation } from './commands/deleteVariation.js';
import { historyCommand } from './commands/versions/history.js';
import { newFileCommand, newFileFor } from './commands/newFile.js';
import { pickToggleCommand } from './commands/pull/pickToggle.js';
import { promoteCommand } from './commands/versions/promote.js';
import { showMenu } from './commands/menu.js';
import { pullCommand, pullTogglesCommand } from './commands/pull/pull.js';
import { pushCommand } from './commands/push.js';
import { showDiffCommand } from './commands/versions/showDiff.js';
import { referencesCommand } from './commands/showReferences.js';
import { tokenCommands } from './commands/tokens.js';
import { writeAttributes } from './commands/writeAttributes.js';
import { registerTools } from './agents/tools.js';
import { inBrowser, needs, whyNot } from './here.js';
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
import { ManyResults } from './many/results.js';
import { MergeResults } from './merge/mergeResults.js';
import { openConfig, openConfigOfFolder, openConfigOfWorkspace, openRule } from './files/openConfig.js';
import { Protection } from '../../server/src/service/protection.js';
import { reachedBefore, walkthrough } from './milestones.js';
import { reportInterruptedPushes } from './push/interruptedPushes.js';
import { LastPushes } from './push/lastPushes.js';
import type { PushContext } from './push/pushPorts.js';
import { readProtectedKeys } from './push/pushSettings.js';
import { openTargetingFile } from './questions/chooseFile.js';
import { registerDiffHints } from './drift/diffHints.js';
import { registerOutline } from './pages/outline.js';
import { pasteOfValues } from './files/pasteValues.js';
import { notify } from './say.js';
import { whyRefused } from './commands/whyRefused.js';
import type { Location } from 'vscode-languageserver-types';
import type { Refusals } from './push/reportPush.js';
import { registerSchema } from './files/schema.js';
import { ChangedRule } from './sinceCommit/changedRule.js';
import { Committed } from './sinceCommit/committed.js';
import { LocalServing } from './server/serving.js';
import { SinceCommitLens } from './sinceCommit/lens.js';
import { statusBar } from './statusBar.js';
import { TestExplorer } from './testExplorer/explorer.js';
import { argumentsOf } from './toggles/items.js';
import { TogglesView } from './toggles/view.js';
import { Unchecked } from './files/unchecked.js';
import { addUser, copyAsTest, editUsers, evaluateFor } from './whoGetsWhat/commands.js';
import type { UserItem } from './whoGetsWhat/items.js';
import { WhoGetsWhatView } from './whoGetsWhat/view.js';
import { WhyPages } from './pages/whyPages.js';

export function activate(context: vscode.ExtensionContext): void {
  // What does not know vscode has the same words in the same language.
  config({ contents: vscode.l10n.bundle ?? {} });
  const log = vscode.window.createOutputChannel('Toggle Targeting', { log: true });
  const credentials = new Credentials(context);
  const lastPushes = new LastPushes(context.workspaceState);
  const memoryStore = new MemoryStore(context, logged(log));
  const protection = new Protection(context.globalState, readProtectedKeys, logged(log));
  const diffs = new Diffs();
  const merges = new MergeResults(logged(log));
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
        background.tellAgain();
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
  const drift = new DriftLens({ server, background, sinceCommit, log });
  const changedRule = new ChangedRule({ server, log });
  const conflicts = new ConflictActions({ server, log });
  const comparisons = new ComparisonPages(server);
  const codePages = new CodePages(server, log);
  const whyPages = new WhyPages(server);
  const toggles = new TogglesView({ server, background, credentials, protection, log });
  const whoGetsWhat = new WhoGetsWhatView({ server, committed, log });
  const serving = new LocalServing(server, log);
  const tests = new TestExplorer({ server, log });
  const look = () => {
    status.refresh();
    drift.refresh();
    toggles.refresh();
    background.learn();
    codePages.look();
  };
  const refresh: PushContext['refresh'] = (file, pushed) => {
    status.refresh();
    background.renew(file);
    if (file !== undefined) many.lookAgain(file, pushed);
  };
  const refusals: Refusals = new Map();
  const pushing = { server, credentials, protection, lastPushes, memoryStore, diffs, merges, refusals, log, refresh };
  const many = new ManyPushes(pushing, new ManyResults(context.workspaceState));
  if (inBrowser) {
    void vscode.commands.executeCommand('setContext', 'toggleTargeting.inBrowser', true);
  } else {
    many.restore();
    memoryStore.sweep().catch(logged(log));
    lastPushes.sweep().catch(logged(log));
    reportInterruptedPushes(pushing).catch(logged(log));
  }
  reachedBefore(lastPushes.hasPushed()).catch(logged(log));
  tests.find().catch(logged(log));

  // The second argument is whatever the caller has: a selection of the explorer, the name of an environment.
  const handlers: Readonly<Record<string, (resource?: vscode.Uri, more?: unknown) => unknown>> = {
    push: pushCommand(pushing),
    showDiff: showDiffCommand(pushing),
    pull: pullCommand(pushing),
    showHistory: historyCommand(pushing),
    pushMany: (resource, selected) => many.command(resource, Array.isArray(selected) ? selected : []),
    pushTicked: () => many.next(),
    cancelPush: () => many.cancel(),
    showPushDiffs: () => many.showDiffs(),
    pullToggles: () => pullTogglesCommand(pushing),
    promote: promoteCommand(pushing),
    pickToggle: pickToggleCommand(pushing),
    approval: approvalCommand(pushing),
    showPlace: (location) => openRule(location as unknown as Location),
    showWhy: (params) => whyPages.show(params as unknown as WhyParams),
    whyRefused: (resource) => whyRefused(pushing, resource),
    // The merge editor itself has no button for it.
    completeMerge: (resource) => merges.complete(resource),
    ...tokenCommands(credentials, server),
    getStarted: () => vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough),
    newFile: (resource) => newFileCommand(pushing, resource),
    newFileFor: (key) => (typeof key === 'string' ? newFileFor(pushing, key) : undefined),
    configure: (resource) => {
      const file = resource ?? openTargetingFile();
      return file === undefined
        ? openConfigOfFolder({ credentials, log })
        : openConfig({ credentials, server, log }, file);
    },
    openConfig: () => openConfigOfWorkspace({ credentials, log }),
    writeAttributes: (resource) => writeAttributes(server, resource),
    carryOver: carryOverCommand(pushing),
    carryRuleOver: (argument) => carryRuleOver(pushing, argument),
    compareEnvironments: compareEnvironmentsCommand(comparisons),
    compareToggles: compareTogglesCommand(comparisons, server),
    showStaleToggles: () => codePages.showStale(),
    serve: (resource) => serving.serve(resource),
    stopServing: () => serving.stop(),
    serving: () => serving.menu(),
    showMenu: () => showMenu(server),
    showLog: () => log.show(),
    restartServer: () => server.restart(),
    showWhoGetsWhat: () => vscode.commands.executeCommand('toggleTargeting.whoGetsWhat.focus'),
    evaluateFor: () => evaluateFor({ server, view: whoGetsWhat }),
    editUsers: () => editUsers({ server, view: whoGetsWhat }),
    refreshToggles: () => {
      // Not awaited: what is asked stays for as long as the person likes.
      toggles.askWhereNothingIsCompared().catch(logged(log));
      toggles.compareAgain();
      background.renew();
    },
    filterToggles: () => toggles.chooseFilter(),
    deleteVariation: (argument) => deleteVariation(server, argument),
  };
  const commands = Object.entries(handlers).map(([name, handler]) =>
    // Our own fault, or a language server that does not run.
    vscode.commands.registerCommand(`toggleTargeting.${name}`, (...args: Parameters<typeof argumentsOf>[1]) =>
      fenced(log, async () => {
        const obstacle = await whyNot(name);
        if (obstacle !== undefined) return void notify('information', obstacle);
        // From the title of a view, VS Code gives the row with the focus.
        const isOfAll = ['pushMany', 'pullToggles'].includes(name) && !(args[0] instanceof vscode.Uri);
        const about = argumentsOf(diffs, isOfAll ? [] : args);
        // Another file, as the one in the editor, is not what was meant.
        if (about === undefined && needs.get(name) === 'service')
          return void notify(
            'information',
            vscode.l10n.t('The item that you clicked was just refreshed. Click it again.'),
          );
        return handler(...(about ?? []));
      }),
    ),
  );
  // Of a node of the view.
  const ofUsers = [
    vscode.commands.registerCommand('toggleTargeting.removeAsked', (item: UserItem) => whoGetsWhat.remove(item)),
    vscode.commands.registerCommand('toggleTargeting.copyAsTest', (item: UserItem) =>
      fenced(log, () => copyAsTest({ server, view: whoGetsWhat }, item)),
    ),
    vscode.commands.registerCommand('toggleTargeting.addUser', (item: UserItem) =>
      fenced(log, () => addUser({ server, view: whoGetsWhat }, item)),
    ),
  ];
  // Of the comparison in whose title it is pressed.
  const rollBack = vscode.commands.registerCommand('toggleTargeting.rollBack', (comparison: vscode.Uri) =>
    diffs.about(comparison)?.rollBack?.(),
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
    changedRule,
    conflicts,
    comparisons,
    codePages,
    whyPages,
    many,
    toggles,
    whoGetsWhat,
    serving,
    tests,
    ...ofUsers,
    referencesCommand(server),
    pasteOfValues(server),
    registerDiffHints(),
    registerOutline(),
    registerSchema(),
    ...registerTools(server),
    rollBack,
    ...commands,
  );
}
