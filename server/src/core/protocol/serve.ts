/** Messages about serving an environment to applications on this machine: starting, stopping, and the current state. */
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { ReasonParams } from './users.js';

export interface Servable {
  /** The URI of the config of the files to serve; without a config, the URI of their folder. */
  readonly from: string;
  /** The environment's name in the config; absent if the config has no environments. */
  readonly environment?: string;
}

export interface ServableEnvironment extends Servable {
  readonly name: string;
}

export interface ServableParams {
  /** The URI of a file or folder; absent for all files. */
  readonly uri?: string;
}

export const servableRequest = new RequestType<ServableParams, readonly ServableEnvironment[], void>(
  'toggleTargeting/servable',
);

export interface ServeParams extends Servable {
  /** The port to listen on; 0 for any free port. */
  readonly port: number;
  /** Origins of the web pages that may send requests. */
  readonly allowedOrigins: readonly string[];
}

export type ServeAnswer =
  | { readonly kind: 'serving'; readonly port: number }
  | { readonly kind: 'port-taken' | 'failed'; readonly reason: string };

/** Starts serving an environment. If another environment is being served, the server stops serving it. */
export const serveRequest = new RequestType<ServeParams, ServeAnswer, void>('toggleTargeting/serve');

export const stopServingRequest = new RequestType<Readonly<Record<string, never>>, null, void>(
  'toggleTargeting/stopServing',
);

/** The environment that is being served, in words. */
export interface Serving {
  /** The remote URL to configure in SDKs; browsers show a page at this URL. */
  readonly url: string;
  /** A short title, such as `dev → :4007`. */
  readonly title: string;
  readonly details: readonly string[];
}

/** `serving` is absent if no environment is being served. users.ts explains the prefix "$/". */
export const servingNotification = new NotificationType<{ readonly serving?: Serving }>('$/toggleTargeting/serving');

/** Adds a user who is not in any file to the applicable users file. Returns the error, or null. */
export const addUserRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/addUser');
