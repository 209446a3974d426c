/** Tests the findings in other people's code, in clones below `FOREIGN_REPOSITORIES` (see repositories.ts). */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/src/core/code/readCode.js';
import { readCode } from '../../server/src/core/code/readCode.js';
import { filesOf, listed } from './repositories.js';

const noKey = () => false;
const anyKey = () => true;

function callsAmong(findings: readonly Finding[]) {
  return findings.filter((finding) => finding.kind === 'call' || finding.kind === 'unreadable');
}

/** The format of featureProbe.txt, whose calls were found by hand. */
function inWords(call: Finding & { kind: 'call' | 'unreadable' }): string {
  if (call.kind === 'unreadable') return `${call.method} ? ${call.name ?? ''}`;
  return `${call.method} ${call.key}${call.constant === undefined ? '' : ` by ${call.constant}`}`;
}

describe('code with an SDK', () => {
  for (const { repository, commit, lines } of listed('featureProbe.txt')) {
    it(`in ${repository} has exactly the calls found by hand`, () => {
      const found = (isKey: () => boolean) =>
        [...filesOf(repository, commit)].flatMap(({ path, language, text }) =>
          callsAmong(readCode(text, language, isKey).findings)
            .filter(({ isCertain }) => isCertain)
            .map((call) => `${path}:${text.slice(0, call.from).split('\n').length} ${inWords(call)}`),
        );
      expect(found(noKey).toSorted()).toEqual(lines.toSorted());
      expect(found(anyKey).toSorted()).toEqual(lines.toSorted());
    });
  }
});

describe('code without an SDK', () => {
  for (const { repository, commit } of listed('others.txt')) {
    it(`in ${repository} has no certain call, whatever the keys`, () => {
      let files = 0;
      for (const { path, language, text } of filesOf(repository, commit)) {
        files += 1;
        const certain = [noKey, anyKey].flatMap((isKey) =>
          callsAmong(readCode(text, language, isKey).findings).filter(({ isCertain }) => isCertain),
        );
        if (certain.length > 0) expect.fail(`${path}: ${certain.map(inWords).join(', ')}`);
        // Cuts at arbitrary but fixed places.
        const from = (files * 7919) % (text.length + 1);
        readCode(text.slice(from), language, anyKey);
        readCode(text.slice(0, from), language, anyKey);
      }
      expect(files).toBeGreaterThan(0);
    });
  }
});
