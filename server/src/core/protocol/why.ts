/** The request for a page of plain text that explains a finding. */
import { RequestType } from 'vscode-languageserver-protocol';

/** A finding in an open file, identified by its code and its path in the body. */
export interface WhyParams {
  readonly uri: string;
  readonly code: string;
  readonly path: readonly (string | number)[];
}

/** Returns the finding's message and the proof, as lines of plain text; null if the file no longer has the finding. */
export const whyRequest = new RequestType<WhyParams, readonly string[] | null, void>('toggleTargeting/why');
