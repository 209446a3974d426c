/** The client's requests for pushes and pulls: the problems, body and targets of a file. */
import { t } from '../../../core/t.js';
import { ratingOfPush } from '../../../core/checks/rating.js';
import { noRegularFile, notReadable } from '../../../core/checks/text/unreadable.js';
import { diagnostics, errorCount } from '../../../core/features/diagnostics.js';
import { commentOf, payload } from '../../../core/features/payload.js';
import { newFile, pull } from '../../../core/features/pulled.js';
import { parse } from '../../../core/json/document.js';
import type { Check, FailingTests, Payload } from '../../../core/protocol.js';
import * as protocol from '../../../core/protocol.js';
import { filesFor } from '../../../workspace/config/filesFor.js';
import { targetsOf, withOwners } from '../../../workspace/config/targets.js';
import { fileIn } from '../../../workspace/environmentFiles.js';
import { liveCommit } from '../../../workspace/git/liveCommit.js';
import type { Capability, Session } from '../../session.js';

export const push: Capability = (session) => {
  const {
    connection,
    project,
    ratingFor,
    deadTargeting,
    docs,
    services,
    settings,
    git,
    report,
    fenced,
    logged,
    onRequest,
    onDocument,
  } = session;
  connection.onRequest(
    protocol.checkRequest,
    report<protocol.CheckParams, Check | null>(null, async (open, { environment }) => {
      const rating = ratingOfPush(ratingFor(open.uri));
      await deadTargeting.complete(open.uri);
      const [comment, body] = open.isTooLarge ? [] : [commentOf(open.json), payload(open.json)];
      return {
        version: open.version,
        // The problems include those that the editor itself shows.
        problems: diagnostics(open, {
          ...{ rating, docs, reportedByEditor: () => false },
          ...(environment !== undefined && { environment }),
        }),
        ...(comment !== undefined && { comment }),
        ...(body !== undefined && { body }),
      };
    }),
  );
  onDocument<protocol.PayloadParams, Payload>(protocol.payloadRequest, { kind: 'changed' }, (open, { version }) => {
    if (open.version !== version) return { kind: 'changed' };
    const body = payload(open.json);
    const errors = errorCount(open, ratingOfPush(ratingFor(open.uri)));
    return body === undefined ? { kind: 'not-an-object', errors } : { kind: 'ready', body, errors };
  });
  connection.onRequest(protocol.failingTestsRequest, ({ uri, environment, body }) =>
    // If the tests cannot be run, their results are unknown, so the push must be blocked.
    fenced<FailingTests | null>({ uri, name: '', failed: 0, message: t('See the log for the reason.') }, async () => {
      const file = fileIn(environment, uri, project);
      return (await project.failingTests(file, environment, parse(body))) ?? null;
    }),
  );
  onDocument(protocol.pullRequest, null, (open, { body }) => pull(open, body));
  onRequest(protocol.newFileRequest, '', ({ body }) => newFile(body));

  onRequest(protocol.targetsRequest, { kind: 'none' }, ({ uri: named, fresh = false, everywhere = false }) => {
    if (fresh) project.forgetConfigs();
    const uri = project.files.spelling(named);
    const found = project.config(uri);
    if (found === undefined) return { kind: 'none' };
    const reason = whyNotPushed(uri, session);
    if (reason !== undefined) return { kind: 'unusable', configUri: found.uri, reason };
    const targets = targetsOf(found.parsed, found.uri, uri, everywhere);
    return withOwners(targets, project.owners.of(uri));
  });
  onRequest(protocol.filesForRequest, { kind: 'none' }, ({ configUri, toggles }) => {
    project.forgetConfigs();
    const found = project.config(configUri);
    if (found === undefined) return { kind: 'none' };
    return filesFor(found.parsed, found.uri, toggles, (uri) => project.bounds.outside(uri));
  });
  onRequest(protocol.liveCommitRequest, null, async ({ uri, live }) => {
    if (git === undefined || !settings.now.isTrusted) return null;
    const machine = { ...git.machine, opened: () => project.files.folders };
    return (await liveCommit(project.files.spelling(uri), live, machine, git.startLater)) ?? null;
  });
  session.changes.on(
    'targets',
    () => void connection.sendNotification(protocol.targetsChangedNotification, {}).catch(logged),
  );
  connection.onNotification(protocol.serviceKnowledgeNotification, (knowledge) =>
    fenced(undefined, () => services.learn(knowledge)),
  );
  return {};
};

/** Refuses links and special files, which may be in an untrusted repository. */
function whyNotPushed(uri: string, { project, disk }: Session): string | undefined {
  const real = project.bounds.outside(uri);
  if (real !== undefined) return t('the file was opened through a link: open {0} instead.', real);
  return disk.kindOf(uri) === 'file' || disk.realPath(uri) === undefined ? undefined : notReadable(noRegularFile());
}
