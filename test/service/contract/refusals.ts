/** Missing rights, missing things, requests that cannot be made, and the words of refusals. */
import { expect } from 'vitest';
import { point } from './point.js';
import { missing, springs, subjectOf, unforeseen, type Subject } from './subject.js';

export function refusals(): void {
  point('No token, or one that does not begin with api-, is 401 unauthorized', async (subject) => {
    const refused = { status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } };
    for (const token of ['', 'client-0000', 'Basic 0000']) await everywhere(subject.as(token), refused);
    expect(await subject.send('', { headers: { Authorization: undefined } })).toMatchObject(refused);
  });

  point('A token that begins with api- and that nobody has is 403 forbidden', async (subject) => {
    await everywhere(subject.as('api-0000'), { status: 403, body: { code: 'forbidden', message: 'Forbidden' } });
  });

  point('A token behind the word Bearer is 401 with no body', async (subject) => {
    await everywhere(subject.as(`Bearer ${subject.server.token}`), { status: 401, body: '' });
  });

  point('An unknown toggle is a bare 500 for GET, and 400 not_found for PATCH', async (subject) => {
    const nowhere = subject.of('no_such_toggle');
    expect(await nowhere.get()).toMatchObject(unforeseen);
    expect(await nowhere.patch({ disabled: true })).toMatchObject(
      missing(`Targeting ${subject.server.project}-${subject.environment}-no_such_toggle not found`),
    );
  });

  point('An unknown environment or project is 400 not_found, and named as an environment', async (subject) => {
    const nowhere = subject.in('no_such_environment');
    const refused = missing(`Environment ${subject.server.project}-no_such_environment not found`);
    expect(await nowhere.get()).toMatchObject(refused);
    expect(await nowhere.patch({ disabled: true })).toMatchObject(refused);
    const lost = subjectOf({ ...subject.server, project: 'no_such_project' }, subject);
    expect(await lost.get()).toMatchObject(missing(`Environment no_such_project-${subject.environment} not found`));
  });

  point('Other paths, methods and types of content are refused by Spring', async (subject) => {
    expect(await subject.send('/nothing')).toMatchObject(springs(404, 'Not Found'));
    expect(await subject.send('', { method: 'DELETE' })).toMatchObject(springs(405, 'Method Not Allowed'));
    const unsupported = springs(415, 'Unsupported Media Type');
    for (const type of ['text/plain', undefined]) {
      const asked = { method: 'PATCH', body: '{}', headers: { 'Content-Type': type } };
      expect(await subject.send('', asked)).toMatchObject(unsupported);
    }
  });

  point('Keys make no difference between letter cases and accents', async (subject) => {
    const key = subject.toggle;
    const otherCase = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
    const accented = key.replace(/^[cT]/, (letter) => (letter === 'T' ? 'Ť' : 'ç'));
    expect(new Set([key, otherCase, accented]).size).toBe(3);
    expect((await subject.of(otherCase).patch({ disabled: false })).body).toMatchObject({ version: 2 });
    expect((await subject.of(accented).in(subject.environment.toUpperCase()).get()).body).toMatchObject({ version: 2 });
    expect((await subject.of(accented).versions()).body).toMatchObject({ content: [{ toggleKey: key }, {}] });
    expect((await subject.project(`/toggles/${otherCase}`)).body).toMatchObject({ key });
  });

  point('Keys with % or ; are a 500, keys with / or \\ a web page, whoever asks', async (subject) => {
    for (const who of [subject, subject.as('')]) {
      for (const key of ['a%b', 'a;b']) expect(await who.of(key).get(), key).toMatchObject(unforeseen);
      for (const key of ['a/b', 'a\\b']) {
        const page = expect.stringMatching(/^<!doctype html>.*HTTP Status 400/) as unknown;
        expect(await who.of(key).get(), key).toMatchObject({ status: 400, body: page });
      }
    }
  });

  point('en-US, zh-CN and who names none get words, other languages the key of the message', async (subject) => {
    const words = async (language: string | undefined): Promise<unknown> => {
      const asked = {
        method: 'PATCH',
        body: { disabled: true, baseVersion: 7 },
        headers: { 'Accept-Language': language },
      };
      return (await subject.send('', asked)).body;
    };
    const saying = (message: string): object => ({ code: 'invalid_request', message });
    expect(await words('en-US')).toEqual(saying('Request conflict, please try again'));
    expect(await words(undefined)).toEqual(saying('Request conflict, please try again'));
    expect(await words('zh-CN,zh;q=0.9')).toEqual(saying('操作冲突，请刷新重试'));
    for (const language of ['en', 'zh', 'en-GB', 'de', '*', 'de,en-US;q=0.5']) {
      expect(await words(language), language).toEqual(saying('validate.conflict_request'));
    }
  });

  point('What is missing is named in the language of the client, too', async (subject) => {
    const nowhere = (language: string) => subject.in('nowhere').send('', { headers: { 'Accept-Language': language } });
    expect(await nowhere('zh-CN')).toMatchObject(missing(`环境 ${subject.server.project}-nowhere 不存在`));
    expect(await nowhere('en')).toMatchObject(missing('resource.error.not_found'));
  });
}

async function everywhere(subject: Subject, refused: object): Promise<void> {
  for (const ask of [subject.get, () => subject.patch({ comment: 'nothing' }), subject.versions]) {
    expect(await ask()).toMatchObject(refused);
  }
}
