/** Tests memory and processor time in a hostile repository, next to a harmless folder; only Linux reports them. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/folder.js';
import { memoryLimit, watchMemory } from './footprint.js';
import { askedOfAll, run, startedServer } from './processes.js';
import { hostileRepository } from './repository.js';

const repository = hostileRepository({ named: 'https://named.test', planted: 'https://planted.test' });

afterAll(() => repository.dispose());

it.each(['text', 'json', 'github', 'sarif'])(
  'The command line needs little memory for a report as %s',
  async (format) => {
    const { most } = await run(['check', '--format', format], repository.folder);
    expect(most).toBeLessThan(memoryLimit);
  },
);

describe('The command line with 1,500 toggles that require 100 others each', () => {
  it('needs less than eight times the processor time and three times the memory of unrelated files', async () => {
    const plain = await checkOf('others');
    const linked = await checkOf('prerequisites');
    expect(linked.most).toBeLessThan(3 * plain.most);
    expect(linked.processor).toBeLessThan(8 * plain.processor);
  });

  async function checkOf(list: string) {
    const folder = temporaryFolder();
    onTestFinished(() => folder.dispose());
    for (let file = 0; file < 1_500; file += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({
        ...{ key: `t${(file + at + 1) % 1_500}`, type: 'boolean', value: 'true' },
      }));
      folder.write(`t${file}.targeting.json`, JSON.stringify({ content: { [list]: items } }));
    }
    const { output, ...taken } = await run(['check'], fileURLToPath(folder.uri('.')));
    expect(output).toContain('1500 of 1500 files');
    return taken;
  }
});

describe('The language server in a hostile repository', () => {
  it('never spends a large part of its processor time on one request', async () => {
    const server = await startedServer(repository);
    const asked: { readonly question: string; readonly processor: number }[] = [];
    for await (const each of askedOfAll(server, repository)) asked.push(each);
    const all = asked.reduce((sum, { processor }) => sum + processor, 0);
    expect(asked.filter(({ processor }) => processor > Math.max(200, all / 4))).toEqual([]);
    await server.stop();
  });

  // V8 collects garbage at different times, so the least of six peaks shows what the server needs.
  it('needs little memory even if the machine has more', { retry: 5 }, async () => {
    const server = await startedServer(repository);
    const memory = watchMemory(server.process.pid);
    let answers = 0;
    for await (const { answer } of askedOfAll(server, repository)) if (!(answer instanceof Error)) answers += 1;
    expect(answers).toBeGreaterThan(100);
    expect(memory.end()).toBeLessThan(memoryLimit);
    await server.stop();
  });
});
