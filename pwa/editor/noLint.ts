/**
 * Stands in the builds for @codemirror/lint (vite.config.ts). The editor's ready-made set-up names its keys, which no
 * editor here has switched on, and would bring all of it along: 5 KB of what loads before a test can be used.
 */
export const lintKeymap: readonly never[] = []
