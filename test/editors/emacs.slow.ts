/**
 * Tests the built server in a real Emacs, configured word for word as in docs/editors/emacs.md. Without an Emacs, the
 * test fails on Linux; on other systems, its title says that it did not run.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.js';
import { configuration } from './configurations.js';
import { debianEmacs, seenIn } from './emacs.js';

const isLinux = process.platform === 'linux';
const text = '{ "disabled": "true", "disabeld": 1 }\n';

describe('Emacs 27 and newer, with Eglot', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.dispose());
  let seen: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    if (!isLinux) return;
    folder.write('checkout.targeting.json', text);
    folder.write('other.json', text);
    const home = fileURLToPath(folder.uri(''));
    seen = await seenIn(await debianEmacs(), home, configuration('Emacs 27 and newer, with Eglot', 'elisp'));
  }, 300_000);

  it(isLinux ? 'shows problems, also of what is typed, and mends them' : 'was not run on this system', () => {
    if (!isLinux) return;
    const wrongType = 'toggle-targeting [wrong-type]: "disabled" must be a boolean, not a string.';
    expect(seen).toEqual({
      modes: Array.from({ length: 4 }, () => 'toggle-targeting-mode'),
      other: expect.not.stringContaining('targeting') as string,
      opened: `toggle-targeting [unknown-property]: Unknown property "disabeld" in the body.\n${wrongType}`,
      typed: `toggle-targeting [non-string-value]: Write the value as a string: "1".\n${wrongType}`,
      fixed: '{ "disabled": true, "comment": 1 }\n',
      clean: '',
      completed: ['"baseVersion"', '"trackAccessEvents"', '"$schema"'],
    });
  });
});
