/** How problems are shown: as LSP names it, or not at all. */
export const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;
export type Severity = (typeof severities)[number];
