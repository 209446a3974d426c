/** Tests one fact of service.md with a toggle of its own, which is archived afterwards on a real server. */
import { randomUUID } from 'node:crypto';
import { onTestFinished, test } from 'vitest';
import { startTrial } from '../trial.js';
import { ask } from './ask.js';
import { field, subjectOf, type Server, type Subject } from './subject.js';

/** Needs of some points at a real server; the embedded service has all of them. */
const optional = { APPROVAL_ENVIRONMENT: 'online', COLLEAGUE_TOKEN: 'api-rob' };
export type Need = keyof typeof optional;

const given = (name: string): string | undefined => process.env[`TARGETING_CONTRACT_${name}`];
const real = given('URL');

/** Skips and logs a point whose needs a real server lacks. */
export function point(name: string, run: (subject: Subject) => Promise<void>, ...needs: readonly Need[]): void {
  const missing = real === undefined ? [] : needs.filter((need) => given(need) === undefined);
  if (missing.length > 0) {
    console.log(`Left out, for want of TARGETING_CONTRACT_${missing.join(', _')}: ${name}`);
    return;
  }
  test(name, async () => {
    const server = real === undefined ? await startEmbedded() : realServer(real);
    await run(subjectOf(server, { environment: server.environment, toggle: await server.makeToggle() }));
  });
}

/** A point about a review: it begins where approval is required, and leaves no request behind. */
export function review(name: string, run: (subject: Subject) => Promise<void>): void {
  const begin = async (subject: Subject): Promise<void> => {
    const guarded = subject.in(subject.server.approvalEnvironment);
    onTestFinished(async () => {
      await guarded.withdraw({ comment: 'The contract test is over' });
    });
    await run(guarded);
  };
  point(name, begin, 'APPROVAL_ENVIRONMENT', 'COLLEAGUE_TOKEN');
}

async function startEmbedded(): Promise<Server> {
  let time = Date.now();
  const { url } = await startTrial({ now: () => new Date(time) });
  const toggles = ['T', 'U', 'V'];
  return {
    ...{ url, token: 'api-full', project: 'P', environment: 'dev' },
    ...{ approvalEnvironment: optional.APPROVAL_ENVIRONMENT, colleague: optional.COLLEAGUE_TOKEN },
    makeToggle: () => Promise.resolve(toggles.shift() ?? ''),
    archivedToggle: () => Promise.resolve('old'),
    nextSecond: () => Promise.resolve(void (time += 1000)),
  };
}

export function realServer(base: string): Server {
  const [url, token, project] = [base.replace(/\/+$/, ''), needed('TOKEN'), needed('PROJECT')];
  const toggles = `${url}/api/projects/${encodeURIComponent(project)}/toggles`;
  const archive = (key: string) => ask(`${toggles}/${key}/offline`, token, { method: 'PATCH' });
  const makeToggle = async (): Promise<string> => {
    const key = `contract_${randomUUID()}`;
    const { status, body } = await ask(toggles, token, { method: 'POST', body: toggleBody(key) });
    if (status !== 200) throw new Error(`No toggle could be made: ${status} ${JSON.stringify(body)}`);
    onTestFinished(async () => {
      await archive(key);
    });
    return key;
  };
  // Only Spring's own answers have the time of the server that writes the history; the header Date lags behind it.
  const second = async (): Promise<string> => {
    const refused = await ask(`${toggles}/no/such/path`, token, {});
    return String(field(refused, 'timestamp')).replace(/\.\d+/, '');
  };
  return {
    ...{ url, token, project, environment: needed('ENVIRONMENT') },
    ...{ approvalEnvironment: given('APPROVAL_ENVIRONMENT') ?? '', colleague: given('COLLEAGUE_TOKEN') ?? '' },
    makeToggle,
    archivedToggle: async () => {
      const key = await makeToggle();
      await archive(key);
      return key;
    },
    nextSecond: async () => {
      const before = await second();
      while ((await second()) === before);
    },
  };
}

function toggleBody(key: string): object {
  const variations = [
    { value: 'false', name: 'Off', description: '' },
    { value: 'true', name: 'On', description: '' },
  ];
  const shape = { returnType: 'boolean', variations, disabledServe: 0, clientAvailability: true, permanent: false };
  return { name: key, key, desc: '', tags: [], ...shape };
}

function needed(name: string): string {
  const value = given(name);
  if (value === undefined) throw new Error(`TARGETING_CONTRACT_URL needs TARGETING_CONTRACT_${name} beside it.`);
  return value;
}
