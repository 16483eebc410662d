/**
 * What a test wants late and perhaps out of reach: the rescue file, the sending of what a takeover put aside, and the
 * clearing away of a finished test. None is loaded with the test's screen; all are brought here while there is a line.
 */
export const fetchLateParts = (): Promise<unknown> =>
  Promise.all([
    import('../sync/rescue.ts'),
    import('../sync/aside.ts'),
    import('../local/forget.ts'),
    import('./restored.ts'),
  ])
