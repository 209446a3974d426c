/** What segments say of the document as a whole: where it is the same, its outline is the same. */
import { endAt, isContainer, Kind, kindAt, nextAt, startAt, unclosed, valueOfKey } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import type { Changes } from './checkedSegment.js';

/** All of it that the outline is made of, but for the names of rules. */
export function contributionOf(changes: Changes): string {
  let kept = 0;
  let items = 0;
  let text = '';
  for (const each of changes) {
    if (each === undefined) {
      kept += 1;
      continue;
    }
    if (kept > 0) {
      text += `${items}\n=${kept}\n`;
      items = kept = 0;
    }
    const { segment, facts } = each;
    // How many items of a list are in one segment, and how many in the next, says nothing.
    if (segment.isPlain) items -= segment.spine[0] ?? 0;
    else text += `${items}\n${spineText(segment)}\n`;
    for (const { fact } of facts.rules) text += `${fact.unconditional ?? ''};`;
    for (const { source } of facts.listed) text += `${source};`;
    text += facts.watchedText;
  }
  return `${text}${items}\n=${kept}`;
}

/** What a segment holds of the containers that go on beyond it. */
function spineText({ text, records, spine, before }: Segment): string {
  let depth = before?.depth ?? 0;
  let said = '';
  const source = (at: number) => text.slice(startAt(records, at), endAt(records, at));
  for (const at of spine) {
    // Of a document that is whole in the segment, everything matters.
    if (at < 0) said += spine.length === 1 ? text : String(-at);
    else if (kindAt(records, at) === Kind.key) {
      const value = valueOfKey(records, at);
      said += `${source(at)}:`;
      if (value === undefined || endAt(records, value) === unclosed) continue;
      const kind = kindAt(records, value);
      // No rule reads a text of the body or its content, and of a container in it only what is in the facts.
      if (depth < 3 && kind === Kind.string) said += '"';
      else said += depth > 1 && isContainer(kind) ? `${kind}+${nextAt(records, value) - value}` : source(value);
    } else {
      const isClose = kindAt(records, at) === Kind.close;
      depth += isClose ? -1 : 1;
      said += isClose ? 'end' : String(kindAt(records, at));
    }
    said += '\n';
  }
  return said;
}
