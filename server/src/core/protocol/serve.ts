/** Serving an environment to applications on this machine: starting, stopping, and the current state. */
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { ReasonParams } from './users.js';

export interface Servable {
  /** The URI of their config; without a config, of their folder. */
  readonly from: string;
  /** A name in the config; absent if the config has no environments. */
  readonly environment?: string;
}

export interface ServableEnvironment extends Servable {
  readonly name: string;
}

export interface ServableParams {
  /** A file or a folder; absent for all files. */
  readonly uri?: string;
}

export const servableRequest = new RequestType<ServableParams, readonly ServableEnvironment[], void>(
  'toggleTargeting/servable',
);

export interface ServeParams extends Servable {
  /** 0 for any free port. */
  readonly port: number;
  /** Origins of the web pages that may send requests. */
  readonly allowedOrigins: readonly string[];
}

export type ServeAnswer =
  | { readonly kind: 'serving'; readonly port: number }
  | { readonly kind: 'port-taken' | 'failed'; readonly reason: string };

/** Replaces the environment that is being served. */
export const serveRequest = new RequestType<ServeParams, ServeAnswer, void>('toggleTargeting/serve');

export const stopServingRequest = new RequestType<Readonly<Record<string, never>>, null, void>(
  'toggleTargeting/stopServing',
);

/** In words: the environment that is being served. */
export interface Serving {
  /** The remote URL for SDKs; a browser shows a page there. */
  readonly url: string;
  /** `dev → :4007` */
  readonly title: string;
  readonly details: readonly string[];
}

/** `serving` is absent if nothing is served. See users.ts for the "$/". */
export const servingNotification = new NotificationType<{ readonly serving?: Serving }>('$/toggleTargeting/serving');

/** Adds a user who is in no file to the applicable users file. Returns why it failed, or null. */
export const addUserRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/addUser');
