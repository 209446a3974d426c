/** An environment that is served to applications on this machine: started, stopped, and how it goes. */
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { ReasonParams } from './users.js';

/** What can be served: the files of one environment. */
export interface Servable {
  /** URI of their config; where there is none, of their folder. */
  readonly from: string;
  /** By its name in the config; absent where the config has none. */
  readonly environment?: string;
}

export interface ServableEnvironment extends Servable {
  readonly name: string;
}

export interface ServableParams {
  /** A file or a folder; without one, all files are meant. */
  readonly uri?: string;
}

/** The environments that files are in. */
export const servableRequest = new RequestType<ServableParams, readonly ServableEnvironment[], void>(
  'toggleTargeting/servable',
);

export interface ServeParams extends Servable {
  /** 0 for any that is free. */
  readonly port: number;
  /** Of pages in a browser that may ask. */
  readonly allowedOrigins: readonly string[];
}

export type ServeAnswer =
  | { readonly kind: 'serving'; readonly port: number }
  /** `port-taken`: another program has it. */
  | { readonly kind: 'port-taken' | 'failed'; readonly reason: string };

/** Takes the place of what is served until then. */
export const serveRequest = new RequestType<ServeParams, ServeAnswer, void>('toggleTargeting/serve');

export const stopServingRequest = new RequestType<Readonly<Record<string, never>>, null, void>(
  'toggleTargeting/stopServing',
);

/** What is served now, in words. */
export interface Serving {
  /** As an SDK takes it for its remote URL; the page is there, too. */
  readonly url: string;
  /** `dev → :4007` */
  readonly title: string;
  /** A sentence each. */
  readonly details: readonly string[];
}

/** Absent while nothing is served. About "$/", see users.ts. */
export const servingNotification = new NotificationType<{ readonly serving?: Serving }>('$/toggleTargeting/serving');

/** Adds someone who is in no file to the users file that counts. Answers why that cannot be done, or null. */
export const addUserRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/addUser');
