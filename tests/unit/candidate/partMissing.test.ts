import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorBoundary } from '#pwa/candidate/shell/ErrorBoundary.tsx'
import { isPartMissing } from '#pwa/http/partMissing.ts'

/** A part of the page that is loaded apart did not come over the line: that passes, and is no fault of the page. */

it.each([
  'Failed to fetch dynamically imported module: https://drive.example/assets/a.js',
  'error loading dynamically imported module: https://drive.example/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('is known by what each browser says of it: %s', (message) => {
  expect(isPartMissing(new TypeError(message))).toBe(true)
})

it('is no other fault', () => {
  expect(isPartMissing(new TypeError('Failed to fetch'))).toBe(false)
  expect(isPartMissing(new Error("Cannot read properties of undefined (reading 'view')"))).toBe(false)
})

const shown = (message: string) => {
  const boundary = new ErrorBoundary({ children: null })
  boundary.state = ErrorBoundary.getDerivedStateFromError(new TypeError(message))
  return renderToStaticMarkup(boundary.render())
}

it('is said in plain words, with what comes next by itself', () => {
  const page = shown('Failed to fetch dynamically imported module: /assets/a.js')
  expect(page).toContain('Part of this page did not load')
  expect(page).toContain('reloads by itself')
  expect(page).not.toContain('module')
  expect(shown('x is undefined')).toContain('This page stopped working')
})
