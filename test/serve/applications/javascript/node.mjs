/** An application with the official SDK for Node. applications.ts has its protocol. */
import { createInterface } from 'node:readline';
import { FeatureProbe, FPUser } from 'featureprobe-server-sdk-node';

const CODE_DEFAULT = 'code-default';
const NO_NUMBER = -12345.5;
/** @type {FeatureProbe | undefined} */
let client;
let url = '';

for await (const line of createInterface(process.stdin)) {
  /** @type {import('../../applications.js').Question} */
  const question = JSON.parse(line);
  if (question.url !== url) {
    await client?.close();
    url = question.url;
    client = new FeatureProbe({
      remoteUrl: url,
      serverSdkKey: question.sdkKey,
      refreshInterval: question.refreshSeconds * 1000,
    });
    await client.start(10_000);
  }
  const rows = question.users.map(({ key, attributes }) => {
    const user = new FPUser(key).extendAttrs({ ...attributes });
    return question.toggles.map((toggle) => JSON.stringify(given(toggle, user)) ?? CODE_DEFAULT);
  });
  console.log(JSON.stringify(rows));
}
// The socket of the SDK would keep the process running.
process.exit();

/**
 * @param {import('../../applications.js').Question['toggles'][number]} toggle
 * @param {FPUser} user
 * @returns {unknown} undefined for the default
 */
function given({ key, returnType }, user) {
  switch (returnType) {
    case 'boolean': {
      const value = client?.booleanValue(key, user, true);
      return value === client?.booleanValue(key, user, false) ? value : undefined;
    }
    case 'number': {
      const value = client?.numberValue(key, user, NO_NUMBER);
      return value === NO_NUMBER ? undefined : value;
    }
    case 'string': {
      const value = client?.stringValue(key, user, CODE_DEFAULT);
      return value === CODE_DEFAULT ? undefined : value;
    }
    case 'json':
      return client?.jsonValue(key, user, undefined);
  }
}
