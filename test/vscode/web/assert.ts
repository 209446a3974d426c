/** The parts of `node:assert/strict` that the suites use without Node. Values are compared as JSON. */
type Message = string | undefined;

function equal(actual: unknown, expected: unknown, message?: Message): void {
  if (!Object.is(actual, expected)) fail(message, actual, expected);
}

function deepEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) fail(message, actual, expected);
}

function ok(value: unknown, message?: Message): asserts value {
  if (!value) fail(message, value, 'something true');
}

function match(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) fail(undefined, text, String(pattern));
}

function fail(message: Message, actual: unknown, expected: unknown): never {
  throw new Error(message ?? `Found ${JSON.stringify(actual)}\ninstead of ${JSON.stringify(expected)}`);
}

export default { deepEqual, equal, match, ok };
