import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** The worker keeps what an attempt needs and nothing of the console: the candidate's entry and all it reaches. */
const onlyForCandidates: ManifestTransform = (entries) => {
  const build = JSON.parse(readFileSync('dist/pages/build.json', 'utf8')) as Record<string, Chunk>
  const kept = new Set<string>(['candidate.html', 'mark.svg', 'manifest.webmanifest'])
  const reached = new Set<string>()
  const reach = (name: string): void => {
    const chunk = build[name]
    if (!chunk || reached.has(name)) return
    reached.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) kept.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) reach(next)
  }
  reach('candidate.html')
  const otherScripts = /-(cyrillic|greek|vietnamese)/
  return { manifest: entries.filter(({ url }) => kept.has(url) && !otherScripts.test(url)) }
}

const api = process.env.HOLDFAST_API ?? 'http://localhost:3000'

/** Two entries, one build: the candidate's pages (small, offline) and the console. */
export default defineConfig({
  publicDir: 'pwa/public',
  build: {
    outDir: 'dist/pages',
    emptyOutDir: true,
    manifest: 'build.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: { candidate: 'candidate.html', console: 'console.html' } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/uploads', '/healthz', '/docs.css'].map((path) => [path, api]),
    ),
  },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'pwa/worker',
      filename: 'worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['candidate.html', 'assets/*.{js,css,woff2}', '*.svg', 'manifest.webmanifest'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        manifestTransforms: [onlyForCandidates],
      },
    }),
  ],
})
