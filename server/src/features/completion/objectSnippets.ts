/** Which whole objects may stand at a place. */
import type { Schema } from '../../targeting/schema.js';
import { targeting } from '../../targeting/schema.js';
import type { ObjectSnippet } from './objectSnippet.js';
import { otherToggles } from './prerequisiteValues.js';
import type { Site } from './proposal.js';
import { conditions } from './conditionSnippets.js';
import { serves } from './serveSnippets.js';
import { configFile, content, file, prerequisites, rule, variation } from './snippets.js';
import { missingValues } from './variationValues.js';

/** @param schema of the place */
export function objectSnippets(site: Site, schema: Schema): readonly ObjectSnippet[] {
  if (site.path.length === 0) return [site.schema === targeting ? file() : configFile()];
  switch (schema.definition) {
    case 'content':
      return [content()];
    case 'rule':
      return [rule(site.json)];
    case 'serve':
      return serves(site.json);
    case 'condition':
      return conditions(site.outside);
    case 'variation':
      return [variation(missingValues(site))];
    case 'prerequisite':
      return prerequisites(otherToggles(site));
    default:
      return [];
  }
}
