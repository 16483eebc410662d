/**
 * What a test wants late and perhaps out of reach: the rescue file, and the sending of what a takeover put aside. Neither is
 * loaded with the test's screen; both are brought here while there is a line.
 */
export const fetchLateParts = (): Promise<unknown> =>
  Promise.all([import('../sync/rescue.ts'), import('../sync/aside.ts')])
