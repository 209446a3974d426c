/**
 * Applications with an official SDK. Each reads questions as lines of JSON on stdin, and answers on stdout with a line that starts with
 * `[[`: for each user and toggle, the value as JSON, `code-default` or `throws`. It keeps the client of the last URL.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';

/** `client` is the JavaScript SDK for pages. */
export const sdks = ['node', 'client', 'java', 'go', 'rust', 'python'] as const;

export type Sdk = (typeof sdks)[number];

export interface Question {
  readonly url: string;
  readonly sdkKey: string;
  readonly refreshSeconds: number;
  readonly toggles: readonly { readonly key: string; readonly returnType: ReturnType }[];
  readonly users: readonly { readonly key: string; readonly attributes: Readonly<Record<string, string>> }[];
}

export type Answers = readonly (readonly string[])[];

export interface Application {
  readonly sdk: Sdk;
  readonly origins: readonly string[];
  readonly answer: (question: Question) => Promise<Answers>;
  readonly end: () => Promise<void>;
}

export function startProgram(sdk: Sdk, command: string, ...args: readonly string[]): Application {
  const child = spawn(command, args);
  const waiting: { readonly resolve: (answers: Answers) => void; readonly reject: (error: Error) => void }[] = [];
  const fail = (error: Error) => {
    for (const each of waiting.splice(0)) each.reject(error);
  };
  // SDKs complain here about each server that has ended.
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => {
    complaints = `${complaints}${data.toString()}`.slice(-2_000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      fail(new Error(`The application with the SDK for ${sdk} ended with ${String(code)}: ${complaints}`));
      resolve();
    });
  });
  child.once('error', fail);
  // The Node SDK writes its log to stdout, too, and the Go SDK its errors.
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('[[')) waiting.shift()?.resolve(JSON.parse(line) as Answers);
  });
  return {
    sdk,
    origins: [],
    answer: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}
