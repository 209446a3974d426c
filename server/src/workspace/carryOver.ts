/** What the change of a file does if it is made in the files of the same toggle in other environments, too. */
import type { CarriedOver } from '../core/features/merge/carriedOver.js';
import type { IsOver } from '../core/analysis/search.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import { notReadable } from '../core/checks/unreadable.js';
import type { Impact } from '../core/protocol.js';
import type { Evaluated } from '../core/results/evaluated.js';
import { impactBetween } from '../core/results/impactBetween.js';
import type { EnvironmentFile } from './environmentFiles.js';
import { otherFiles } from './environmentFiles.js';
import type { Project } from './project.js';

export type Carried = EnvironmentFile &
  (
    | { readonly kind: 'missing' }
    | { readonly kind: 'unreadable'; readonly reason: string }
    /** One of both files is not right JSON. */
    | { readonly kind: 'not-merged' }
    | (CarriedOver & {
        readonly kind: 'carried';
        /** As the file is now. */
        readonly document: JsonDocument;
        readonly impact: Impact;
      })
  );

/** What becomes of the text of another file; undefined where one of both files is not right JSON. */
export type Made = (target: string) => CarriedOver | undefined;

/** @returns one for each environment but that of the file itself */
export async function carryOver(
  project: Project,
  uri: string,
  made: Made,
  evaluated: (uri: string, json: JsonDocument) => Promise<Evaluated>,
  isOver: () => IsOver,
): Promise<readonly Carried[]> {
  return Promise.all(otherFiles(uri, project).map(carried));

  async function carried(file: EnvironmentFile): Promise<Carried> {
    const document = project.document(file.uri, MAX_TEXT_LENGTH);
    if (document === undefined) return { ...file, kind: 'missing' };
    if ('unreadable' in document) return { ...file, kind: 'unreadable', reason: notReadable(document) };
    const change = made(document.text);
    if (change === undefined) return { ...file, kind: 'not-merged' };
    const after = parse(change.text);
    const [now, then] = [await evaluated(file.uri, document), await evaluated(file.uri, after)];
    return {
      ...{ ...file, ...change, kind: 'carried', document },
      impact: impactBetween(now, then, project.users(file.uri)?.all ?? [], isOver()),
    };
  }
}
