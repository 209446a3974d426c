import type { JsonDocument } from '../../json/document.js';
import { nodeAt, propertyNamed } from '../../json/queries.js';

/** What a file does not say, and nobody gets a value without: the service keeps what it has. */
export function leftToService(document: JsonDocument): readonly string[] {
  const content = nodeAt(document, ['content']);
  if (content !== undefined && content.kind !== 'object') return [];
  return ['variations', 'disabledServe', 'defaultServe'].filter((key) => propertyNamed(content, key) === undefined);
}
