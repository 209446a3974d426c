/**
 * Asks the official client SDK for JavaScript. Runs in a real or simulated page, so it uses only its arguments.
 * @typedef {typeof import('featureprobe-client-sdk-js')} ClientSdk
 * @typedef {import('../../applications.js').Question} Question
 * @param {ClientSdk} sdk
 * @param {{ url?: string, clients: Map<string, InstanceType<ClientSdk['FeatureProbe']>> }} current by their users
 * @param {Question} question
 * @returns {Promise<string[][]>}
 */
export async function askClient(sdk, current, question) {
  const codeDefault = 'code-default';
  const noNumber = -12345.5;
  const noObject = { code: 'default' };
  if (current.url !== question.url) {
    for (const client of current.clients.values()) client.stop();
    current.clients.clear();
    current.url = question.url;
  }
  const rows = [];
  for (const { key, attributes } of question.users) {
    const client = await clientOf(new sdk.FPUser(key).extendAttrs({ ...attributes }));
    rows.push(question.toggles.map((toggle) => JSON.stringify(given(client, toggle)) ?? codeDefault));
  }
  return rows;

  /** @param {InstanceType<ClientSdk['FPUser']>} user */
  async function clientOf(user) {
    const known = current.clients.get(JSON.stringify(user));
    if (known !== undefined) return known;
    const client = new sdk.FeatureProbe({
      remoteUrl: question.url,
      clientSdkKey: question.sdkKey,
      user,
      refreshInterval: question.refreshSeconds * 1000,
    });
    current.clients.set(JSON.stringify(user), client);
    const ready = client.waitUntilReady();
    await client.start();
    await ready;
    return client;
  }

  /**
   * @param {InstanceType<ClientSdk['FeatureProbe']>} client
   * @param {Question['toggles'][number]} toggle
   * @returns {unknown} undefined for the default
   */
  function given(client, { key, returnType }) {
    switch (returnType) {
      case 'boolean': {
        const value = client.boolValue(key, true);
        return value === client.boolValue(key, false) ? value : undefined;
      }
      case 'number': {
        const value = client.numberValue(key, noNumber);
        return value === noNumber ? undefined : value;
      }
      case 'string': {
        const value = client.stringValue(key, codeDefault);
        return value === codeDefault ? undefined : value;
      }
      case 'json': {
        const value = client.jsonValue(key, noObject);
        return value === noObject ? undefined : value;
      }
    }
  }
}
