/** The places in code that ask for one toggle, from the findings of all files. */
import type { Location } from 'vscode-languageserver-types';
import type { CodeFinding } from './places.js';

export interface FindingsOfFile {
  readonly uri: string;
  readonly findings: readonly CodeFinding[];
}

export type CodePlace = Location & { readonly finding: CodeFinding };

export interface TogglePlaces {
  readonly calls: readonly CodePlace[];
  readonly constants: readonly CodePlace[];
  readonly mentions: readonly CodePlace[];
  /** Calls whose key cannot be read, so they may ask for this toggle. */
  readonly unreadable: readonly CodePlace[];
}

export function askedFor(key: string, files: readonly FindingsOfFile[]): TogglePlaces {
  const places = (isWanted: (finding: CodeFinding) => boolean): readonly CodePlace[] =>
    files.flatMap(({ uri, findings }) =>
      findings.filter(isWanted).map((finding) => ({ uri, range: finding.range, finding })),
    );
  return {
    calls: places((finding) => finding.kind === 'call' && finding.key === key),
    constants: places((finding) => finding.kind === 'constant' && finding.key === key),
    mentions: places((finding) => finding.kind === 'mention' && finding.key === key),
    unreadable: places((finding) => finding.kind === 'unreadable' && key.startsWith(finding.prefix ?? '')),
  };
}

/** All readable places: first calls, then constants, then mentions. */
export function placesOf({ calls, constants, mentions }: TogglePlaces): readonly CodePlace[] {
  return [...calls, ...constants, ...mentions];
}

export function filesOf(places: readonly CodePlace[]): number {
  return new Set(places.map(({ uri }) => uri)).size;
}
