/** The language model tool that reports which value a user gets and why. The caller names or describes the user. */
import { t } from '../../../server/src/core/t.js';
import type { AskedUser, ReasonStep } from '../../../server/src/core/protocol.js';
import { reasonRequest, whoGetsWhatRequest } from '../../../server/src/core/protocol.js';
import { usersFileName } from '../../../server/src/core/targeting/fileNames.js';
import { answerOf } from '../../../server/src/service/words/answer.js';
import { isTargetingFile } from '../files/ours.js';
import { secondsOf } from '../whoGetsWhat/evaluateFor.js';
import { fileNamed } from './fileNamed.js';
import type { Input, Tool } from './tool.js';
import { shownName } from '../files/shownName.js';

export const evaluate: Tool = async (input, server) => {
  const { uri } = await fileNamed(input['file'], server, isTargetingFile);
  const named = typeof input['user'] === 'string' ? input['user'] : undefined;
  // The described user is named with a UUID, which cannot equal the name of another user.
  const asked = named === undefined ? [described(input, crypto.randomUUID())] : [];
  const user = named ?? asked[0]?.name ?? '';
  const params = { uri: uri.toString(), asked };
  const all = await server.ask(whoGetsWhatRequest, params);
  if (all === null) throw new Error(t('The file is too large.'));
  const found = all.users.find(({ name }) => name === user);
  if (found === undefined) throw new Error(t('{0} has no user {1}.', usersFileName, JSON.stringify(named)));
  const steps = (await server.ask(reasonRequest, { ...params, user })) ?? [];
  const { gets, by, sdks } = found;
  const file = shownName(uri);
  const notice = all.notice?.words;
  return answerOf({ file, gets, by, ...(notice !== undefined && { notice }) }, { sdks, steps: steps.map(told) });
};

function described({ key, attributes, date }: Input, name: string): AskedUser {
  const now = typeof date === 'string' ? secondsOf(date) : undefined;
  if (typeof date === 'string' && now === undefined)
    throw new Error(t('{0} is not a date and time such as {1}.', JSON.stringify(date), '2026-12-01T00:00:00Z'));
  const given = typeof attributes === 'object' ? Object.entries(attributes ?? {}) : [];
  return {
    name,
    ...(typeof key === 'string' && { key }),
    ...(now !== undefined && { now }),
    attributes: Object.fromEntries(given.map(([attribute, value]) => [attribute, String(value)])),
  };
}

function told({ words, detail, state, steps }: ReasonStep): object {
  return { words, state, ...(detail !== '' && { detail }), ...(steps.length > 0 && { steps: steps.map(told) }) };
}
