/** How each server is started, and what it is told of the schema. */
import { join } from 'node:path';
import targetingSchema from '../../schemas/targeting.schema.json' with { type: 'json' };

export interface Peer {
  readonly name: string;
  /** For Node. */
  readonly command: readonly string[];
  /** Whether it is asked for problems, or sends them. */
  readonly pulls: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Peers {
  readonly ours: Peer;
  readonly echo: Peer;
}

export interface OtherPeers {
  readonly json: Peer;
  readonly jsonPull: Peer;
}

/** @param dist where this project is built */
export function ourPeers(dist: string): Peers {
  const server = join(dist, 'server.js');
  const ours = [server, '--stdio'];
  const echo = join(dist, 'tools', 'echo.cjs');
  return {
    ours: { name: 'ours', command: ours, pulls: true },
    echo: { name: 'echo', command: [echo, '--stdio'], pulls: true },
  };
}

/** @param modules where they are installed */
export function otherPeers(modules: string, dist: string): OtherPeers {
  const noWait = ['--require', join(dist, 'tools', 'noWait.cjs')];
  const jsonServer = join(modules, 'vscode-langservers-extracted', 'bin', 'vscode-json-language-server');
  const url = 'https://bench/targeting.schema.json';
  const json = {
    settings: {
      json: {
        validate: { enable: true },
        schemas: [{ url, fileMatch: ['*.targeting.json'], schema: targetingSchema }],
      },
    },
  } as const;
  return {
    json: { name: 'JSON server, no wait', command: [...noWait, jsonServer, '--stdio'], pulls: false, ...json },
    jsonPull: { name: 'JSON server, pull', command: [jsonServer, '--stdio'], pulls: true, ...json },
  };
}
