/** What the client read of services. */
import { NotificationType } from 'vscode-languageserver-protocol';

/**
 * What the client read of a project of a service, so that it helps while editing. The newest counts; how old it is, the server
 * says where it shows something of it.
 */
export interface ServiceKnowledge {
  readonly baseUrl: string;
  readonly project: string;
  readonly toggles: readonly KnownToggle[];
  readonly segments: readonly KnownSegment[];
  /** Whether these are all there are: only then does the project lack what is not among them. */
  readonly hasAllToggles: boolean;
  readonly hasAllSegments: boolean;
  /** The attributes of users that rules there look at, as far as they were read. */
  readonly attributes: readonly string[];
  /** Milliseconds since it was read. No point in time: clocks are set, and client and server must not differ in theirs. */
  readonly age: number;
}

export interface KnownToggle {
  readonly key: string;
  readonly name: string;
  /** boolean, string, number or json; absent where the service does not tell. */
  readonly returnType?: string | undefined;
}

export interface KnownSegment {
  readonly key: string;
  readonly name: string;
  /** Who is in it: rules with conditions, as targeting has them; absent where the service does not tell. */
  readonly rules?: readonly unknown[] | undefined;
}

export const serviceKnowledgeNotification = new NotificationType<ServiceKnowledge>('toggleTargeting/serviceKnowledge');
