import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Everything the docs point to is there, and a page of the architecture is read in one go. */

const root = fileURLToPath(new URL('../../', import.meta.url))

function pages(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}
const docs = ['README.md', ...pages('docs')]
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Links of a page that lead to no file, and sources it names that are not there; one line each. */
function faultsIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) =>
    relative(root, join(root, dirname(page), to ?? '')),
  )
  const named = [
    ...text.matchAll(
      /`((?:api|contract|db|pwa|runtimes|scripts|state-machines|tests)\/[\w./-]+\.(?:ts|tsx|mjs))`/g,
    ),
  ]
  return [...links, ...named.map(([, path]) => path ?? '')]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${page}: ${path} is not there`)
}

it.each(docs)('%s points to what is there', (page) => {
  expect(faultsIn(page, textOf(page))).toEqual([])
})

it('a link that leads nowhere and a source that was moved are found', () => {
  const text =
    '[gone](gone.md) [here](../README.md#start) `api/server.ts` `api/gone.ts` [far](https://example.org/x.md)'
  expect(faultsIn('docs/page.md', text)).toEqual([
    'docs/page.md: docs/gone.md is not there',
    'docs/page.md: api/gone.ts is not there',
  ])
})

it('a page of the architecture has 80 lines at most, the table of tests aside', () => {
  const long = pages('docs/architecture').filter((page) => textOf(page).split('\n').length > 81)
  expect(long).toEqual(['docs/architecture/tests.md'])
})
