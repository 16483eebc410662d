import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lazyPart, retryableImport } from '#pwa/candidate/ui/lazyPart.tsx'

/** A part that is here is drawn with the page; what waits for one that is not is drawn in its place. */

const asked = () => retryableImport(async () => ({ default: ({ words }: { words: string }) => words }))
const drawn = (Part: ReturnType<typeof lazyPart<{ words: string }>>): string =>
  renderToStaticMarkup(
    createElement(Suspense, { fallback: 'waits' }, createElement(Part, { words: 'is here' })),
  )

it('draws at once what was asked for before', async () => {
  const part = asked()
  const Part = lazyPart(part)
  await part.ask()
  expect(drawn(Part)).toBe('is here')
})

it('asks for what was not, and draws the fallback meanwhile', async () => {
  const part = asked()
  expect(drawn(lazyPart(part))).toContain('waits')
  await expect.poll(part.had).toBeTypeOf('function')
})
