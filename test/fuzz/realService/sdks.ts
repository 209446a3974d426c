/**
 * Official SDKs: that for Node from our packages, and others by a command that reads a question as one line of JSON on standard input and
 * writes the answers as another: for each user and toggle, the value for the application as JSON, `code-default` or `throws`. The programs
 * in this folder are such commands.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import type { Evaluator } from '../../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../../server/src/core/evaluation/sdks/sdks.js';
import type { ReturnType } from '../../../server/src/core/evaluation/values/values.js';

export interface Question {
  /** The data that the server sends to SDKs. */
  readonly data: string;
  readonly toggles: readonly { readonly key: string; readonly returnType: ReturnType }[];
  readonly users: readonly { readonly key: string; readonly attributes: Readonly<Record<string, string>> }[];
}

type Answers = readonly (readonly string[])[];

export interface Sdk {
  readonly name: Evaluator;
  readonly answers: (question: Question) => Promise<Answers>;
}

const types = { string: 'string', boolean: 'boolean', number: 'number', json: 'object' } as const;

export const nodeSdk: Sdk = {
  name: 'node',
  answers: ({ data, toggles, users }) => {
    const repository = new Repository(JSON.parse(data));
    const given = (toggle: string, returnType: ReturnType, user: FPUser) => {
      const detail = repository.getToggle(toggle)?.eval(user, repository.toggles, repository.segments, undefined);
      // Like its client (toggleDetail), which does not return a value of another type.
      return detail !== undefined && typeof detail.value === types[returnType]
        ? JSON.stringify(detail.value)
        : 'code-default';
    };
    return Promise.resolve(
      users.map(({ key, attributes }) => {
        const user = new FPUser(key).extendAttrs({ ...attributes });
        return toggles.map((toggle) => given(toggle.key, toggle.returnType, user));
      }),
    );
  },
};

/** @param spoken `python=python3 sdk.py` */
export function sdkBy(spoken: string): Sdk {
  const [name = '', ...command] = spoken.split('=');
  const evaluator = evaluators.find((each) => each === name);
  if (evaluator === undefined || command.length === 0) throw new Error(`Say --sdk NAME=COMMAND, not ${spoken}.`);
  return {
    name: evaluator,
    answers: async (question) => {
      const child = spawn(command.join('='), { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(`${JSON.stringify(question)}\n`);
      return JSON.parse(await text(child.stdout)) as Answers;
    },
  };
}
