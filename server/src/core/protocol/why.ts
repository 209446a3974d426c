/** Why a finding is true, as a page of plain text. */
import { RequestType } from 'vscode-languageserver-protocol';

/** A finding of an open file, by its code and where it is: its path in the body. */
export interface WhyParams {
  readonly uri: string;
  readonly code: string;
  readonly path: readonly (string | number)[];
}

/** Its sentence and its certificate; null where the file no longer has it. */
export const whyRequest = new RequestType<WhyParams, readonly string[] | null, void>('toggleTargeting/why');
