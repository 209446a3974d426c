/**
 * Documents with the problems that the editor shows, below their lines. JSON cannot begin a line with `^`, so nothing is escaped.
 *
 *     { "disabled": "true" }
 *                   ^^^^^^ error[wrong-type]: "disabled" is a boolean, not a string.
 */
import type { Diagnostic } from 'vscode-languageserver-types';
import { diagnostics } from '../../server/src/core/features/diagnostics.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import type { Rating } from '../../server/src/core/checks/rating.js';
import { plainRating } from '../../server/src/core/checks/rating.js';
import type { KnownService } from '../../server/src/core/checks/check.js';
import type { DeadTargeting } from '../../server/src/core/checks/deadTargeting.js';
import type { RelatedFiles } from '../../server/src/core/checks/beside/filesBeside.js';
import { usersIn } from '../../server/src/core/evaluation/users.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import { searchDeadTargeting } from '../../server/src/core/results/deadTargetingOf.js';
import type { JsonDocument } from '../../server/src/core/json/document.js';
import { parse } from '../../server/src/core/json/document.js';
import { askedBy } from '../../server/src/core/targeting/asked.js';
import type { ToggleFile } from '../../server/src/core/targeting/toggles.js';
import { summaryOf } from '../../server/src/core/targeting/toggles.js';
import type { OtherToggle, OtherToggles } from '../../server/src/core/targeting/otherToggles.js';
import { noServices } from '../../server/src/core/checks/check.js';
import { policiesBeside } from './policies.js';

const severityNames = ['', 'error', 'warning', 'information', 'hint'];

/** The other toggles around a fixture, which is the toggle "toggle". */
export const otherToggles: OtherToggles = {
  own: 'toggle',
  requiring: () => [],
  named: (key) => {
    const [, length] = /^chain-(\d+)$/.exec(key) ?? [];
    if (length !== undefined) {
      return { values: undefined, required: length === '1' ? [] : [`chain-${Number(length) - 1}`] };
    }
    return known.get(key);
  },
};

const known = new Map<string, OtherToggle>([
  ['other', { values: ['true', 'false'], required: [] }],
  ['without-variations', { values: undefined, required: [] }],
  ['settings', { values: ['{"a": 1, "b": 2}', '{}'], required: [] }],
  ['limits', { values: ['10', '10.0', '20'], required: [] }],
  ['loop', { values: ['true'], required: ['other', 'loop-back'] }],
  ['loop-back', { values: ['true'], required: ['toggle'] }],
]);

/** The files next to a fixture of users or tests, by name; a file of the fixture's own kind is left out. */
export const filesBeside = {
  'toggle.targeting.json': `{
  "content": {
    "rules": [
      {
        "name": "beta users",
        "serve": { "select": 1 },
        "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris", "Rome"] }]
      },
      {
        "serve": { "select": 0 },
        "conditions": [{ "type": "number", "subject": "age", "predicate": "<", "objects": ["18"] }]
      }
    ],
    "variations": [{ "value": "false", "name": "off" }, { "value": "true", "name": "on" }]
  }
}`,
  'targeting.users.json':
    '{ "users": [{ "name": "ada", "attributes": { "city": "Paris" } }, { "name": "bob", "key": "b" }] }',
  'targeting.config.json': '{ "baseUrl": "https://a.b", "project": "p", "environments": { "dev": {}, "online": {} } }',
};

export function besideIn(folderUri: string): RelatedFiles {
  const tested: ToggleFile = {
    uri: `${folderUri}/toggle.targeting.json`,
    toggle: 'toggle',
    ...{ environment: undefined, required: [] },
    targeting: summaryOf(parse(filesBeside['toggle.targeting.json'])),
  };
  return {
    users: { uri: `${folderUri}/targeting.users.json`, ...usersIn(parse(filesBeside['targeting.users.json'])) },
    environments: ['dev', 'online'],
    tested,
    asked: askedBy([tested]),
  };
}

export const beside = besideIn('file:///a');

export function withoutAnnotations(annotated: string): string {
  return annotated
    .split('\n')
    .filter((line) => !/^\s*\^/.test(line))
    .join('\n');
}

/** The dead targeting of each version, searched at once; required toggles are unknown. */
export function deadAtOnce(): (json: JsonDocument) => readonly DeadTargeting[] {
  const known = new WeakMap<JsonDocument, readonly DeadTargeting[]>();
  const nothing = { returnType: undefined, toggles: new Map(), segments: undefined, otherToggles: 'unknown' } as const;
  return (json) => {
    const evaluated = new Evaluated(json, { ...nothing, toggle: 'toggle', now: 1_790_000_000 });
    const dead = known.get(json) ?? [...searchDeadTargeting(evaluated)].flat();
    known.set(json, dead);
    return dead;
  };
}

export function open(
  text: string,
  uri = 'file:///a/toggle.targeting.json',
  services: () => readonly KnownService[] = () => noServices,
): OpenDocument {
  return OpenDocument.open(uri, 'json', 1, text, {
    ...{ otherToggles: () => otherToggles, services, beside: () => beside, policies: () => policiesBeside(uri) },
    dead: deadAtOnce(),
  });
}

export function annotate(
  text: string,
  uri?: string,
  rating: Rating = plainRating,
  services: readonly KnownService[] = noServices,
): string {
  const document = open(text, uri, () => services);
  const shown = diagnostics(document, { rating, docs: 'https://docs', reportedByEditor: () => false });
  return withDiagnostics(text, shown);
}

export function withDiagnostics(text: string, shown: readonly Diagnostic[]): string {
  return text
    .split('\n')
    .flatMap((line, index) => [
      line,
      ...shown.filter(({ range }) => range.start.line === index).map((diagnostic) => mark(line, diagnostic)),
    ])
    .join('\n');
}

function mark(line: string, { range, severity, code, message, relatedInformation = [] }: Diagnostic): string {
  const { start, end } = range;
  const width = (end.line === start.line ? end.character : line.length) - start.character;
  const carets = '^'.repeat(Math.max(1, width)) + (end.line === start.line ? '' : '…');
  const related = relatedInformation
    // Fixtures do not show where a rule of the organization is written.
    .filter(({ location }) => !location.uri.endsWith('/targeting.config.json'))
    .map(({ location, message: text }) => ` (${location.range.start.line + 1}: ${text})`)
    .join('');
  const words = typeof message === 'string' ? message : message.value;
  return `${' '.repeat(start.character)}${carets} ${severityNames[severity ?? 0] ?? ''}[${String(code)}]: ${words}${related}`;
}
