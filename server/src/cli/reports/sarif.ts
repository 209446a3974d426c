/**
 * The report in SARIF 2.1.0, for GitHub's code scanning and other viewers.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
import type { ArtifactLocation, Location, Log, Region, ReportingDescriptor, Result, Run } from 'sarif';
import type { ProblemCode } from '../../core/checks/codes.js';
import { defaultSeverities, problemCodes } from '../../core/checks/codes.js';
import type { Severity } from '../../core/checks/problem.js';
import { pageOf } from '../../core/features/diagnostics.js';
import type { ReportedPlace, ReportedProblem } from '../../core/protocol.js';
import type { Report, ReportOptions, Totals } from './report.js';
import { failed } from './summary.js';
import { jsonLines } from './visible.js';

export function sarifReport(options: ReportOptions): Report {
  const results: Result[] = [];
  return {
    file: ({ uri, problems }) => {
      for (const problem of problems) results.push(resultOf(uri, problem, options));
      return '';
    },
    end: (totals) => {
      const log: Log = {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [runOf(results, totals, options)],
      };
      return jsonLines(log);
    },
  };
}

function runOf(results: Result[], totals: Totals, options: ReportOptions): Run {
  const { failures, failing } = totals;
  const toolExecutionNotifications = failures.map((text) => ({ level: 'error' as const, message: { text } }));
  return {
    tool: {
      driver: {
        name: 'toggle-targeting',
        semanticVersion: options.version,
        informationUri: options.homepage,
        rules: problemCodes.map((code) => ruleOf(code, options)),
      },
    },
    invocations: [
      {
        executionSuccessful: failures.length === 0,
        toolExecutionNotifications,
        ...(failing > 0 && { exitCodeDescription: failed(totals) }),
      },
    ],
    // The root has no URI, so that the report does not depend on the machine.
    originalUriBaseIds: { [root]: { description: { text: 'The folder that the paths are relative to.' } } },
    columnKind: 'utf16CodeUnits',
    results,
  };
}

/** The name that viewers expect for the root of the checkout. */
const root = '%SRCROOT%';

function ruleOf(code: ProblemCode, { docs, manual }: ReportOptions): ReportingDescriptor {
  const { short, full, markdown } = manualEntry(manual, code) ?? { short: code, full: code, markdown: code };
  return {
    id: code,
    shortDescription: { text: short },
    fullDescription: { text: full },
    helpUri: pageOf(code, docs),
    help: { text: full, markdown },
    defaultConfiguration: configurationOf(defaultSeverities[code]),
  };
}

function configurationOf(severity: Severity): NonNullable<ReportingDescriptor['defaultConfiguration']> {
  return severity === 'off' ? { enabled: false } : { level: levels[severity] };
}

const levels = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

function resultOf(uri: string, problem: ReportedProblem, { pathOf }: ReportOptions): Result {
  const { code, severity, message, related, tags } = problem;
  return {
    ruleId: code,
    ruleIndex: problemCodes.findIndex((known) => known === code),
    level: levels[severity],
    message: { text: escaped(message) },
    locations: [locationOf(uri, problem, pathOf)],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, index) => ({
        id: index + 1,
        ...locationOf(place.uri, place, pathOf),
        message: { text: escaped(place.message) },
      })),
    }),
    ...(tags.length > 0 && { properties: { tags: [...tags] } }),
  };
}

function locationOf(uri: string, place: ReportedPlace, pathOf: ReportOptions['pathOf']): Location {
  return { physicalLocation: { artifactLocation: artifactOf(uri, pathOf(uri)), region: regionOf(place) } };
}

/** A relative reference must stay below the root (3.4.4), so a path outside of the root becomes a full URI. */
function artifactOf(uri: string, path: string): ArtifactLocation {
  if (path.startsWith('../') || /^(?:\/|[A-Za-z]:)/.test(path)) return { uri };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: root };
}

function regionOf({ start, end }: ReportedPlace): Region {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Text must not become a link (3.11.6). Braces are not doubled (3.11.5): GitHub and VS Code would show both braces. */
function escaped(text: string): string {
  return text.replaceAll('](', '] (');
}

interface ManualEntry {
  readonly short: string;
  /** The first paragraph of the entry, without the severity. */
  readonly full: string;
  /** The whole entry, including the example and the fix. */
  readonly markdown: string;
}

/** @returns undefined if the page has no entry for the code; a test ensures that every code has an entry */
export function manualEntry(manual: string, code: string): ManualEntry | undefined {
  const section = manual.replaceAll('\r\n', '\n').split(`\n## ${code}\n`)[1]?.split('\n## ')[0]?.trim();
  if (section === undefined) return undefined;
  const paragraph = section.split(/\n(?:\n|```)/)[0] ?? '';
  const full = paragraph.replace(/^\*\w+\* · /, '').replaceAll('\n', ' ');
  const short = /^.*?\.(?= |$)/.exec(full)?.[0] ?? full;
  return { short, full, markdown: section };
}
