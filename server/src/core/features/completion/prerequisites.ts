/** Proposals for prerequisites: other toggles that can be required, their values and their types. */
import { t } from '../../t.js';
import { CompletionItemKind } from 'vscode-languageserver-types';
import { nodeAt, textNamed } from '../../json/queries.js';
import { targetingOf } from '../../targeting/model.js';
import { knownToggles } from './inService.js';
import type { OtherToggle, Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, onOneLine, shortTexts } from './proposal.js';
import { MAX_CHOICES } from './serves.js';
import { choice, escaped, place, quotable } from './snippetText.js';
import { booleans } from './variations.js';

/** Proposes a prerequisite for each known toggle, and an empty prerequisite. */
export function prerequisites(site: Site): readonly Proposal[] {
  const anyType = choice(3, ['boolean', 'string', 'number', 'json']);
  const ofAny = [`"key": "${place(1)}"`, `"value": "${place(2)}"`, `"type": "${anyType}"`];
  return [
    ...otherToggles(site)
      .slice(0, MAX_PROPOSALS)
      .map(({ key, values, returnType, detail }) => {
        const type = returnType === undefined ? anyType : inQuotes(returnType);
        const properties = [
          `"key": "${inQuotes(key)}"`,
          `"value": "${choice(1, shortTexts(values).slice(0, MAX_CHOICES).map(quotable))}"`,
          `"type": "${type}"`,
        ];
        return onOneLine({ label: key, filter: key, detail }, properties);
      }),
    onOneLine({ label: t('prerequisite'), filter: 'prerequisite' }, ofAny),
  ];
}

export function prerequisiteKeys(site: Site): readonly Proposal[] {
  return otherToggles(site)
    .slice(0, MAX_PROPOSALS)
    .map(({ key, detail }) => ({ ...literal(key), kind: CompletionItemKind.Reference, detail }));
}

/** Proposes the required toggle's values. If the toggle is unknown, proposes booleans for a boolean prerequisite. */
export function prerequisiteValues(site: Site): readonly Proposal[] {
  const toggle = toggleOf(site);
  if (toggle !== undefined) return shortTexts(toggle.values).slice(0, MAX_PROPOSALS).map(literal);
  return siblingText(site, 'type') === 'boolean' ? booleans.map(literal) : [];
}

/** Returns undefined if the required toggle's type is unknown: the schema then proposes all types. */
export function prerequisiteTypes(site: Site): readonly Proposal[] | undefined {
  const returnType = toggleOf(site)?.returnType;
  return returnType === undefined ? undefined : [{ ...literal(returnType), preselect: true }];
}

/** Returns the known toggles, except toggles that are already prerequisites. */
function otherToggles({ json, path, outside }: Site): readonly OtherToggle[] {
  const own = nodeAt(json, path.slice(0, 3))?.start;
  const present = new Set(
    targetingOf(json).prerequisites.flatMap(({ node, key }) => (node.start === own ? [] : [key])),
  );
  return knownToggles(outside).filter(({ key }) => !present.has(key) && shortTexts([key]).length > 0);
}

function toggleOf(site: Site): OtherToggle | undefined {
  const key = siblingText(site, 'key');
  return knownToggles(site.outside).find((toggle) => toggle.key === key);
}

function siblingText({ json, path }: Site, key: string): string | undefined {
  return textNamed(nodeAt(json, path.slice(0, -1)), key);
}

function inQuotes(text: string): string {
  return escaped(quotable(text));
}
