/**
 * Patterns that mark a comment as hard to read. They smell, they prove nothing: the goal is a page that reads easily.
 * `node test/repo/smells.mjs PATH…` prints the comments below these paths that a pattern finds, and what to write instead.
 */
/** By what to write instead. */
const patterns = Object.entries({
  'name the thing, not "what …"': /(?:^|[.:;,] )What\b|\b(?:of|by|from|as|than|beside) what \w/i,
  'returns, reports, shows, names': /\b(?:says?|said|tells?|told)\b/i,
  '@returns undefined if …':
    /(?:^|[.;,:] )(?:Undefined|Null|None|Nothing|Empty) (?:where|when|as long as|before|for|without|as)\b/i,
  'begin with the subject':
    /(?:^|[.;] )(?:Of|To|By|With|From|Beside|Among|Into|Behind|For|On|At) (?:an?|the|this|these|those|each|its|it|one|all|what|which|whom|two)\b/i,
  'repeat the noun': /(?:^|[.;] )(?:Those|One|Ones|Whoever|Whatever|All that|That of|The others?|The same|Such)\b/i,
  'is, appears': /\b(?:stands?|stood)\b/i,
  'is not a …, has no …': /\b(?:is|are|was) (?:no|none)\b|\b(?:has|have) none\b|\bof (?:no|none)\b/i,
  'if …, then …': /(?:^|[.;] )(?:Where|When|As long as|As soon as)\b[^,.;]*(?:[.;]|$)/i,
  'only, after, next to': /\b(?:alone|behind|beside)\b/i,
  'in the meantime, again, anyway, the live version':
    /\b(?:meanwhile|anew|all the same|so many|none of ours|what is live|by now)\b/i,
  'at most 25 words': /(?:[^\s.:;]+\s+){30}[^\s.:;]+/,
});

/**
 * Block comments and runs of `//` that begin their line.
 * @param {string} text
 * @returns {readonly { line: number, text: string }[]} each text is one line without code
 */
export function commentsOf(text) {
  return [...text.matchAll(/^[ \t]*(?:\/\*\*?([^]*?)\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    text: (match[1] ?? match[0])
      .replaceAll(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, '')
      .replaceAll(/`[^`]*`/g, 'code')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

/**
 * @param {string} comment
 * @returns {readonly string[]} what to write instead
 */
export function smellsOf(comment) {
  return patterns.filter(([, pattern]) => pattern.test(comment)).map(([instead]) => instead);
}
