/** What the open-source server answers, to the letter: SDKs see no difference. */

export const json = 'application/json';
export const text = 'text/plain; charset=utf-8';

export const methods = 'GET, POST, PUT, DELETE, OPTIONS';
/** A `*` covers all but the first of the others in newer browsers; the real server says it alone. */
export const headers = '*, Authorization, Content-Type, UA';

/** What a key gets that has no environment. */
export const noToggles = '{"segments":{},"toggles":{},"events":null,"version":0,"debugUntilTime":null}';
export const noValues = '{}';
/** What SDKs collect by themselves (clicks, page views): nothing is asked for. */
export const noEvents = '[]';

export const noAuthorization = 'Header of type `authorization` was missing';
export const noUserAgent = 'Header of type `user-agent` was missing';
export const noUser = 'Failed to deserialize query string: missing field `user`';
export const wrongUser = '{"error":"user base64 decode error"}';
export const noJsonType = 'Expected request with `Content-Type: application/json`';
export const noJson = 'Failed to parse the request body as JSON';
export const tooLarge = 'length limit exceeded';
