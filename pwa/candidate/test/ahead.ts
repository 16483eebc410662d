import { openTest, readSession } from '#pwa/actors/session.ts'

/**
 * The parts of the test screen, asked for together, and the device read meanwhile: one after the other each would wait
 * for the one before. Whoever needs a part asks for it again, and says what went wrong.
 */
export function loadTest(): void {
  const parts: Promise<unknown>[] = [
    import('./TestPage.tsx'),
    import('./editor/CodeEditor.tsx'),
    import('#pwa/markdown/render.ts'),
  ]
  if (readSession()) parts.push(openTest())
  for (const part of parts) part.catch(() => undefined)
}
