/** A real service and its server in Rust (TARGETING_CONTRACT_SERVER), by the environment variables of the contract test. */
import { setTimeout } from 'node:timers/promises';
import { asArray, asObject } from '../../../server/src/core/json/plain.js';
import type { ReturnType } from '../../../server/src/core/evaluation/values/values.js';
import { ask } from '../../service/contract/ask.js';
import type { Reply } from '../../service/trial.js';

/** The SDK keys of an environment. */
export interface Keys {
  readonly serverSdkKey: string;
  readonly clientSdkKey: string;
}

export interface Received {
  readonly toggles: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const needed = (name: string): string => {
  const value = process.env[`TARGETING_CONTRACT_${name}`];
  if (value === undefined) throw new Error(`Set TARGETING_CONTRACT_${name}.`);
  return value.replace(/\/+$/, '');
};

const first: Readonly<Record<ReturnType, string>> = { string: 'a', number: '1', boolean: 'true', json: '{}' };

/** A new project each time, since nothing can be deleted there. */
export class Project {
  readonly #service = needed('URL');
  readonly #token = needed('TOKEN');
  readonly #server = needed('SERVER');
  #changes = 0;

  private constructor(readonly key: string) {}

  static async made(name: string): Promise<Project> {
    const project = new Project(`${name}_${Date.now().toString(36)}`);
    await project.#must('POST', '', { name: project.key, key: project.key, description: '' }, '/api/projects');
    return project;
  }

  /** Must be called before a toggle is made. */
  async makeEnvironment(key: string): Promise<Keys> {
    await this.#must('POST', '/environments', { name: key, key });
    const list = asArray(await this.#must('GET', '/environments')) ?? [];
    const found = list.map((each) => asObject(each)).find((each) => each?.['key'] === key);
    return { serverSdkKey: String(found?.['serverSdkKey']), clientSdkKey: String(found?.['clientSdkKey']) };
  }

  async makeToggle(key: string, returnType: ReturnType): Promise<void> {
    const variations = ['x', 'y'].map((name) => ({ value: first[returnType], name, description: '' }));
    const shape = { returnType, variations, disabledServe: 0, clientAvailability: true, permanent: false };
    const { status } = await this.#send('POST', '/toggles', { name: key, key, desc: '', tags: [], ...shape });
    if (status !== 200) throw new Error(`No toggle ${key} could be made: ${status}`);
  }

  async makeSegment(key: string, rules: unknown): Promise<void> {
    await this.#must('POST', '/segments', { name: key, key, description: '' });
    await this.#must('PATCH', `/segments/${key}/publish`, { comment: 'made', rules });
  }

  patch(environment: string, toggle: string, body: unknown): Promise<Reply> {
    return this.#send('PATCH', `/environments/${environment}/toggles/${encodeURIComponent(toggle)}/targeting`, body);
  }

  /** What SDKs receive after all pushes so far have arrived; undefined if they do not arrive. Needs a toggle `canary`. */
  async received(environment: string, keys: Keys): Promise<Received | undefined> {
    this.#changes += 1;
    const mark = `canary ${this.#changes}`;
    const serves = { disabledServe: { select: 0 }, defaultServe: { select: 0 }, rules: [] };
    const content = { ...serves, variations: [{ value: mark, name: 'c' }] };
    const { status, body } = await this.patch(environment, 'canary', { disabled: false, content });
    if (status !== 200) throw new Error(`The canary was refused: ${status} ${JSON.stringify(body)}`);
    for (let tries = 0; tries < 150; tries += 1) {
      const text = await this.#get('/api/server-sdk/toggles', keys.serverSdkKey);
      const toggles = text === undefined ? undefined : asObject(asObject(JSON.parse(text) as unknown)?.['toggles']);
      if (text !== undefined && JSON.stringify(toggles?.['canary'] ?? '').includes(`"${mark}"`))
        return { toggles: toggles ?? {}, text };
      await setTimeout(100);
    }
    return undefined;
  }

  async evaluated(keys: Keys, user: object): Promise<Readonly<Record<string, unknown>>> {
    const encoded = encodeURIComponent(Buffer.from(JSON.stringify(user)).toString('base64'));
    const text = await this.#get(`/api/client-sdk/toggles?user=${encoded}`, keys.clientSdkKey);
    return asObject(JSON.parse(text ?? '{}') as unknown) ?? {};
  }

  async #get(path: string, authorization: string): Promise<string | undefined> {
    const response = await fetch(this.#server + path, { headers: { Authorization: authorization } });
    const text = await response.text();
    return response.ok ? text : undefined;
  }

  #send(method: string, path: string, body?: unknown, base = `/api/projects/${this.key}`): Promise<Reply> {
    return ask(this.#service + base + path, this.#token, { method, body });
  }

  async #must(method: string, path: string, body?: unknown, base?: string): Promise<unknown> {
    const reply = await this.#send(method, path, body, base);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
}
