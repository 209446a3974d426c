/** What the change of a file does if it is made in the files of the same toggle in other environments, too. */
import type { CarriedOver } from '../core/features/merge/carriedOver.js';
import { carriedOver } from '../core/features/merge/carriedOver.js';
import type { IsOver } from '../core/analysis/search.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import { notReadable } from '../core/checks/unreadable.js';
import { asObject } from '../core/json/plain.js';
import type { Impact } from '../core/protocol.js';
import type { Evaluated } from '../core/results/evaluated.js';
import { impactBetween } from '../core/results/impactBetween.js';
import { changesOfBody } from '../core/targeting/state/changes.js';
import type { EnvironmentFile } from './environmentFiles.js';
import { environmentFiles } from './environmentFiles.js';
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
        /** A sentence each; none where the file has the change already, or nothing of it can be carried over. */
        readonly changes: readonly string[];
        readonly impact: Impact;
      })
  );

/**
 * @param texts of the changed file, before and after the change
 * @returns one for each environment but that of the file itself
 */
export async function carryOver(
  project: Project,
  uri: string,
  [base, edited]: readonly [base: string, edited: string],
  evaluated: (uri: string, json: JsonDocument) => Promise<Evaluated>,
  isOver: () => IsOver,
): Promise<readonly Carried[]> {
  const others = environmentFiles(uri, project).filter((file) => file.uri !== uri);
  return Promise.all(others.map(carried));

  async function carried(file: EnvironmentFile): Promise<Carried> {
    const document = project.document(file.uri, MAX_TEXT_LENGTH);
    if (document === undefined) return { ...file, kind: 'missing' };
    if ('unreadable' in document) return { ...file, kind: 'unreadable', reason: notReadable(document) };
    const made = carriedOver(base, edited, document.text);
    if (made === undefined) return { ...file, kind: 'not-merged' };
    const after = parse(made.text);
    const [now, then] = [await evaluated(file.uri, document), await evaluated(file.uri, after)];
    const [from, to] = [document, after].map(({ root }) => asObject(root?.value) ?? {});
    return {
      ...{ ...file, ...made, kind: 'carried', document },
      changes: changesOfBody(from ?? {}, to ?? {}),
      impact: impactBetween(now, then, project.users(file.uri)?.all ?? [], isOver()),
    };
  }
}
