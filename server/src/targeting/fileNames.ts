/** How the files are called that this is about. */
export const targetingEnding = '.targeting.json';
export const configFileName = 'targeting.config.json';
