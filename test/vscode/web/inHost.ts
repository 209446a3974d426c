/** In place of the part of ../inHost.ts that needs Playwright, for suites in a browser. */
import { User } from '../user.js';
import { farPage } from './person.js';
import { tell } from './runner.js';

export * from '../waiting.js';

export function userOfThisWindow(): Promise<User> {
  const page = farPage(async (steps) => {
    const { failed, value } = (await tell('person', steps)) as { readonly failed?: string; readonly value?: unknown };
    if (failed !== undefined) throw new Error(failed);
    return value;
  });
  return Promise.resolve(new User(page));
}
