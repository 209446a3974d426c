/** The exact texts of the open-source server, so that SDKs see no difference. */

export const json = 'application/json';
export const text = 'text/plain; charset=utf-8';

export const methods = 'GET, POST, PUT, DELETE, OPTIONS';
/** The real server sends only `*`, which does not cover the `Authorization` header in newer browsers. */
export const headers = '*, Authorization, Content-Type, UA';

/** The response to an SDK key that belongs to no environment. */
export const noToggles = '{"segments":{},"toggles":{},"events":null,"version":0,"debugUntilTime":null}';
export const noValues = '{}';
/** An empty list of the events that SDKs should collect (clicks, page views). */
export const noEvents = '[]';

export const noAuthorization = 'Header of type `authorization` was missing';
export const noUserAgent = 'Header of type `user-agent` was missing';
export const noUser = 'Failed to deserialize query string: missing field `user`';
export const wrongUser = '{"error":"user base64 decode error"}';
export const noJsonType = 'Expected request with `Content-Type: application/json`';
export const noJson = 'Failed to parse the request body as JSON';
export const tooLarge = 'length limit exceeded';
