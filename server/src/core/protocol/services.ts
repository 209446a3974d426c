/** Toggles and segments that the client read from services. */
import { NotificationType } from 'vscode-languageserver-protocol';

/** A project of a service, as the client last read it. Newer data replaces older data; its age is displayed. */
export interface ServiceKnowledge {
  readonly baseUrl: string;
  readonly project: string;
  readonly toggles: readonly KnownToggle[];
  readonly segments: readonly KnownSegment[];
  /** Whether `toggles` is complete. If so, a toggle that is not listed does not exist in the project. */
  readonly hasAllToggles: boolean;
  readonly hasAllSegments: boolean;
  /** Attributes used in the project's rules. Attributes of rules that were not read are missing. */
  readonly attributes: readonly string[];
  /** Milliseconds since the project was read; not a timestamp, because clocks of client and server may differ. */
  readonly age: number;
}

export interface KnownToggle {
  readonly key: string;
  readonly name: string;
  /** The return type: boolean, string, number or json; absent if the service omits it. */
  readonly returnType?: string | undefined;
}

export interface KnownSegment {
  readonly key: string;
  readonly name: string;
  /** The rules that define the segment, with conditions as in targeting files; absent if the service omits them. */
  readonly rules?: readonly unknown[] | undefined;
}

export const serviceKnowledgeNotification = new NotificationType<ServiceKnowledge>('toggleTargeting/serviceKnowledge');
