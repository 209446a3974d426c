/**
 * Requests in addition to LSP, as plain data. The client may import only this file and the pure rooms of the server.
 * The server returns the target and the body of a push, and the client sends them: the server never learns a token.
 */
export * from './protocol/agents.js';
export * from './protocol/code.js';
export * from './protocol/comparisons.js';
export * from './protocol/edits.js';
export * from './protocol/givenFiles.js';
export * from './protocol/push.js';
export * from './protocol/rules.js';
export * from './protocol/serve.js';
export * from './protocol/services.js';
export * from './protocol/settings.js';
export * from './protocol/targets.js';
export * from './protocol/tests.js';
export * from './protocol/users.js';
export * from './protocol/why.js';
