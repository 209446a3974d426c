/**
 * Custom LSP requests, as plain data that the server and the client share. The server returns the target and body of a
 * push, and the client sends the request, so the server does not need the token.
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
