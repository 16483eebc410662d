/**
 * Stands in the builds for @codemirror/theme-one-dark (vite.config.ts). The editor's component names it as its dark theme, which
 * no editor here has: pwa/editor/theme.ts is the one of both.
 */
export const oneDark: readonly never[] = []
