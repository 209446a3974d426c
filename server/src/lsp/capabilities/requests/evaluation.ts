/** Requests for the users of an open file, and for the values that they get. */
import { Budget, STEPS_WHILE_TYPING } from '../../../core/budget.js';
import { ratingOfPush } from '../../../core/checks/rating.js';
import { errorCount } from '../../../core/features/diagnostics.js';
import { changesSince, withDependents } from '../../../core/results/impact/changesSince.js';
import { impactOnDependents } from '../../../core/results/impact/impactTogether.js';
import { reasonSteps } from '../../../core/results/reasons/reasonSteps.js';
import { testCase } from '../../../core/results/tests/testCase.js';
import { whoGetsWhat } from '../../../core/results/whoGetsWhat.js';
import * as protocol from '../../../core/protocol.js';
import { subjectsOf } from '../../../core/targeting/toggles.js';
import { requiring } from '../../../workspace/dependents.js';
import { isOneOfOthers } from '../../../workspace/knownFiles.js';
import { Turns } from '../../../workspace/turns.js';
import { allUsersFor } from '../../evaluations.js';
import type { Capability } from '../../session.js';

export const evaluation: Capability = (session) => {
  const { connection, documents, project, ratingFor, evaluations, serving, logged, onDocument } = session;
  onDocument(protocol.whoGetsWhatRequest, null, async (open, { asked, earlier: text }) => {
    const turns = new Turns('unasked');
    await turns.pause();
    const found = await evaluations.of(open, turns);
    if (found === undefined) return null;
    const { evaluated, users, omitted, usersUri, areAll } = found;
    const earlier = await (text === undefined ? evaluations.saved(open) : evaluations.earlier(open.uri, text));
    await turns.pause();
    const people = allUsersFor(open.uri, users, asked, serving);
    await evaluations.decide(turns, people, evaluated, earlier);
    await turns.pause();
    return {
      ...whoGetsWhat(open, evaluated, earlier, people),
      ...(usersUri !== undefined && { usersUri }),
      areAll,
      subjects: subjectsOf(open.json),
      omitted,
    };
  });
  onDocument(protocol.reasonRequest, null, async (open, { asked, user }) => {
    const found = await evaluations.of(open, new Turns('asked'));
    const person = found && allUsersFor(open.uri, found.users, asked, serving).find(({ name }) => name === user);
    return found === undefined || person === undefined ? null : reasonSteps(open, found.evaluated, person);
  });
  onDocument(protocol.testRequest, null, async (open, { asked, user }) => {
    const found = await evaluations.of(open, new Turns('asked'));
    const person = found && allUsersFor(open.uri, found.users, asked, serving).find(({ name }) => name === user);
    if (found === undefined || person === undefined) return null;
    const { key, attributes } = person;
    const seen = person.isSeen && {
      name: user,
      ...(key !== undefined && { key }),
      attributes: Object.fromEntries(attributes),
    };
    return testCase(found.evaluated, person, seen ?? asked.find(({ name }) => name === user));
  });
  onDocument(protocol.changesSinceRequest, null, async (open, { version, text }) => {
    // A push refuses a file with errors, so the values that the service would serve are unknown.
    if (errorCount(open, ratingOfPush(ratingFor(open.uri))) > 0) return null;
    const turns = new Turns('unasked');
    const found = await evaluations.of(open, turns);
    const earlier = await evaluations.earlier(open.uri, text);
    // If the person keeps typing, the result follows after a pause.
    if (found === undefined || open.version !== version) return null;
    await turns.pause();
    await evaluations.decide(turns, found.users, found.evaluated, earlier);
    const said = changesSince(open, earlier, found);
    if (said === undefined) return null;
    const { toggle } = found.evaluated.arrival;
    const toggles = await project.ready(open.uri);
    const file = toggles.of(open.uri);
    if (file === undefined || requiring(toggles, file).length === 0) return said;
    const change = { uri: open.uri, toggle: toggle.key, before: text, after: open.json.text };
    const [changing] = await evaluations.changing([change], [], turns);
    await turns.pause();
    const told = changing && impactOnDependents(changing, new Budget(STEPS_WHILE_TYPING));
    return withDependents(said, told ?? []);
  });
  session.changes.on('evaluations', (change) => {
    if (change.of !== 'toggles' || documents.all().some(({ uri }) => isOneOfOthers(uri, change.uris)))
      connection.sendNotification(protocol.usersChangedNotification, {}).catch(logged);
  });
  return {};
};
