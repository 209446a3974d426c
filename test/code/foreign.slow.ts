/** Tests what is found in code that others wrote. `FOREIGN_REPOSITORIES` says where their repositories are: see repositories.ts. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/src/core/code/readCode.js';
import { readCode } from '../../server/src/core/code/readCode.js';
import { filesOf, listed } from './repositories.js';

const noKey = () => false;
const anyKey = () => true;

function callsAmong(findings: readonly Finding[]) {
  return findings.filter((finding) => finding.kind === 'call' || finding.kind === 'unreadable');
}

/** As in featureProbe.txt, whose calls were searched for by hand. */
function inWords(call: Finding & { kind: 'call' | 'unreadable' }): string {
  if (call.kind === 'unreadable') return `${call.method} ? ${call.name ?? ''}`;
  return `${call.method} ${call.key}${call.constant === undefined ? '' : ` by ${call.constant}`}`;
}

describe('code that uses an SDK', () => {
  for (const { repository, commit, lines } of listed('featureProbe.txt')) {
    it(`of ${repository} has the calls that people find in it, and no others`, () => {
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

describe('code that uses no SDK', () => {
  for (const { repository, commit } of listed('others.txt')) {
    it(`of ${repository} has no call that is certain, whatever keys there are`, () => {
      let files = 0;
      for (const { path, language, text } of filesOf(repository, commit)) {
        files += 1;
        const certain = [noKey, anyKey].flatMap((isKey) =>
          callsAmong(readCode(text, language, isKey).findings).filter(({ isCertain }) => isCertain),
        );
        if (certain.length > 0) expect.fail(`${path}: ${certain.map(inWords).join(', ')}`);
        // Cut anywhere, but always at the same places.
        const from = (files * 7919) % (text.length + 1);
        readCode(text.slice(from), language, anyKey);
        readCode(text.slice(0, from), language, anyKey);
      }
      expect(files).toBeGreaterThan(0);
    });
  }
});
