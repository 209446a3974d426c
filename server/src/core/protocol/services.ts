/** Toggles and segments that the client read from services. */
import { NotificationType } from 'vscode-languageserver-protocol';

/** A project of a service, as the client last read it. The newest one counts; its age is displayed. */
export interface ServiceKnowledge {
  readonly baseUrl: string;
  readonly project: string;
  readonly toggles: readonly KnownToggle[];
  readonly segments: readonly KnownSegment[];
  /** Whether `toggles` is complete. Only then is a toggle outside it known to be missing from the project. */
  readonly hasAllToggles: boolean;
  readonly hasAllSegments: boolean;
  /** Attributes used in the project's rules, as far as they were read. */
  readonly attributes: readonly string[];
  /** Milliseconds since it was read, not an instant: clocks change, and the client's may differ from the server's. */
  readonly age: number;
}

export interface KnownToggle {
  readonly key: string;
  readonly name: string;
  /** boolean, string, number or json; absent if the service omits it. */
  readonly returnType?: string | undefined;
}

export interface KnownSegment {
  readonly key: string;
  readonly name: string;
  /** Rules with conditions, as in targeting, that decide who is in the segment; absent if the service omits them. */
  readonly rules?: readonly unknown[] | undefined;
}

export const serviceKnowledgeNotification = new NotificationType<ServiceKnowledge>('toggleTargeting/serviceKnowledge');
