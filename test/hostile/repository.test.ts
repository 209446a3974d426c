/** Tests the built command line and language server in a hostile repository: nothing outside is read or written. */
import { afterAll, describe, expect, it } from 'vitest';
import { askedOfAll, run, startedServer } from './processes.js';
import { hostileRepository, secret } from './repository.js';

const repository = hostileRepository({ named: 'https://named.test', planted: 'https://planted.test' });
const before = repository.outside();

afterAll(() => repository.dispose());

describe('the command line in a hostile repository', () => {
  // `--fix` uses the report for people.
  const runs = ['json', 'github', 'text', 'sarif'].filter(() => process.env['ALL_TESTS'] !== undefined);
  it.each([...runs.map((format) => `--format ${format}`), '--fix'])(
    'runs check with %s without showing or changing anything outside',
    async (how) => {
      const { code, output } = await run(['check', ...how.split(' ')], repository.folder);
      expect(code, 'there is what cannot be read').toBe(2);
      expect(output).not.toContain(secret);
      expect(output).not.toContain('planted.test');
      expect(output, 'no cursor is moved and no line turned around').not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(repository.outside()).toBe(before);
    },
    360_000,
  );
});

describe('the language server in a hostile repository', () => {
  it('answers requests about each file without showing anything from outside', async () => {
    const server = await startedServer(repository);
    let answers = 0;
    for await (const { question, answer } of askedOfAll(server, repository)) {
      if (!(answer instanceof Error)) answers += 1;
      expect(JSON.stringify(answer ?? null), question).not.toContain(secret);
      expect(JSON.stringify(answer ?? null), question).not.toContain('planted.test');
    }
    expect(answers).toBeGreaterThan(100);
    await server.stop();
    expect(repository.outside()).toBe(before);
  }, 600_000);
});
