// Builds the pages the candidate's are measured against, with the same tools and compressed the same way.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from '../build.mjs'
import { root } from './stamp.mjs'

export async function buildReferencePages(outDir) {
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const folder = join(root, 'tests/load/candidate/pages')
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
  // One build a page: in a common one they would share files, and load what another one needs.
  for (const page of pages) {
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: {
        outDir: join(root, outDir),
        emptyOutDir: page === pages[0],
        assetsDir: 'assets/candidate',
        target: 'es2023',
        assetsInlineLimit: 0,
        rolldownOptions: { input: join(folder, page) },
      },
    })
  }
  compress(join(root, outDir))
}
