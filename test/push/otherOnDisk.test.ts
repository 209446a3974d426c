/** The text of a file in an editor, and its bytes on disk, which everyone else reads. */
import { expect, it } from 'vitest';
import { checkFile } from '../../server/src/service/push/checkedFile.js';

const text = '{\n  "comment": "Zürich"\n}\n';

async function pushed(bytes: Uint8Array | undefined, shown = text): Promise<unknown> {
  const check = { version: 1, problems: [], body: shown };
  const result = await checkFile(
    {
      save: () => Promise.resolve(true),
      version: () => 1,
      check: () => Promise.resolve(check),
      onDisk: () => Promise.resolve({ text: shown, bytes }),
    },
    { environment: 'dev' },
  );
  return result === check ? 'pushed' : result;
}

it('pushes what is UTF-8 on disk, or UTF-16 with its mark, whatever the line breaks', async () => {
  const windows = text.replaceAll('\n', '\r\n');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const all = [Buffer.from(text), Buffer.from(`\uFEFF${text}`), Buffer.from(windows), utf16];
  expect(await Promise.all(all.map((bytes) => pushed(bytes)))).toEqual(all.map(() => 'pushed'));
});

it('refuses a file that only the editor can decode', async () => {
  expect(await pushed(Buffer.from(text, 'latin1'))).toEqual({
    kind: 'not-pushed',
    reason: 'the file on disk is not UTF-8. Save it with the encoding UTF-8.',
    step: 'change-encoding',
  });
});

it('refuses a file that the editor decodes in another way than everyone else', async () => {
  const bytes = Buffer.from(text);
  const refused = {
    kind: 'not-pushed',
    reason: 'the file on disk has another text than the editor shows. Reopen it with the encoding UTF-8.',
    step: 'change-encoding',
  };
  expect([await pushed(bytes, bytes.toString('latin1')), await pushed(undefined)]).toEqual([refused, refused]);
});
