import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { withoutDebug } from './runtimes/python/module.ts'
import { stripperWasm } from './runtimes/typescript/stripper.ts'

const api = process.env.HOLDFAST_API ?? 'http://localhost:3000'

/** The development server answers a page's address with its entry, as the built server does. */
const entries: Plugin = {
  name: 'holdfast-entries',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
      if (isPage) request.url = /^\/candidate(\/|$)/.test(path) ? '/candidate.html' : '/console.html'
      next()
    })
  },
}

/** The package's first build is for browsers of ten years ago: a tenth more to load, and slower at every call. */
const modernDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }

/** No editor here is dark by that theme: see the file. */
const noOneDark = {
  find: /^@codemirror\/theme-one-dark$/,
  replacement: fileURLToPath(new URL('pwa/editor/noOneDark.ts', import.meta.url)),
}

/** The parts that our editors are made of and no more: see the file. */
const ownSetup = {
  find: /^@uiw\/codemirror-extensions-basic-setup$/,
  replacement: fileURLToPath(new URL('pwa/editor/basicSetup.ts', import.meta.url)),
}

/** For a React without this hook; ours has it. */
const ownStoreHook = { find: /^use-sync-external-store\/shim$/, replacement: 'react' }

/** The package leads every bundler to its files with warnings for developers; beside them lie those without. */
const quietRouter = [
  ['react-router', 'index'],
  ['react-router/dom', 'dom-export'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(
    new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url),
  ),
}))

const common: UserConfig = {
  publicDir: 'pwa/public',
  resolve: { alias: [modernDexie, noOneDark, ownSetup, ownStoreHook, ...quietRouter] },
  // In one file: where no service worker keeps it, what it would ask for later is out of reach with the network.
  worker: {
    format: 'es',
    plugins: () => [leanPrelude],
    rolldownOptions: { output: { codeSplitting: false } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/files', '/uploads', '/healthz'].map((path) => [path, api])),
  },
}

/**
 * The candidate's modules come in few files: each is a request of its own on a line where one takes half a second, and a
 * few milliseconds of a slow device where the worker has it. In one file each: what every page loads; the test on this
 * device with its log and its sender; what several pages share.
 */
const together = {
  codeSplitting: {
    groups: [
      { name: 'first', tags: ['$initial' as const], priority: 3 },
      // Code that opens a link, or sends the rest of a test, is asked for when there is one.
      {
        name: 'device',
        test: /\/(pwa\/attempt\/(?!mergeQuarantined|sealedPackage|db\/(adoptLease|answerEntries|merge|purge|putBack|quarantine)\.|session\/(cleanup|links|restore[.])|tabs\/channelLock|sync\/(background|nextLease|quarantineUpload|rescueFile|uploadBeforeTakeover))|node_modules\/dexie\/)/,
        priority: 2,
      },
      // The editor without its grammars, in one piece: pieces that grammars share with it compress less.
      {
        name: 'editor',
        test: /\/(pwa\/candidate\/exam\/editor\/CodeEditor|node_modules\/(@codemirror\/(autocomplete|commands|language|search|state|view)|@lezer\/(common|highlight)|@uiw|crelt|style-mod|w3c-keyname)\/)/,
        priority: 1,
      },
      // Code that only the pages before the test or behind it share is nothing that the test waits for.
      {
        name: 'parts',
        test: /\/(pwa\/(candidate(?!\/(feedback\/useFinishedTest|welcome\/(ForYou|RulesInShort)))|runner)|state-machines|contract|runtimes|node_modules\/lucide-react)\//,
        minShareCount: 2,
        priority: 1,
      },
    ],
  },
}

/**
 * Two builds into one folder, `--mode candidate` and `--mode console`: nothing the console uses can end up in what a
 * candidate on a bad line has to load.
 */
function build(entry: 'candidate' | 'console'): UserConfig['build'] {
  return {
    outDir: 'dist/pages',
    emptyOutDir: entry === 'candidate',
    copyPublicDir: entry === 'candidate',
    assetsDir: `assets/${entry}`,
    manifest: `build-${entry}.json`,
    // Browsers of that age know it themselves.
    modulePreload: { polyfill: false },
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: `${entry}.html`,
      // Chakra makes a system of its own beside ours, which nothing here wears: a third of the work of the console's modules.
      treeshake: { manualPureFunctions: ['createSystem'] },
      ...(entry === 'candidate' && { output: together }),
    },
  }
}

/** Files of engines in their packages, and the names by which devices fetch them: the test screen has these in it, so they are short. */
const engineNames = [
  ['/sql-wasm-debug.wasm', 'sql'],
  ['/wasm-typescript/wasm.js', 'ts'],
  ['/python.wasm', 'py'],
] as const

/**
 * Engines go to candidates without their debug sections, of Python's half of the file, and TypeScript's without the script that
 * its package has it in.
 */
const leanEngines: Plugin = {
  name: 'holdfast-lean-engines',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const [path = '', query] = id.split('?')
    const name = query === 'url' && engineNames.find(([ending]) => path.endsWith(ending))?.[1]
    if (!name) return null
    const source = withoutDebug(stripperWasm(readFileSync(path)))
    const asset = { type: 'asset' as const, name: `${name}.wasm`, source }
    return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile(asset)}`
  },
}

/** The prelude of JavaScript's engine is text, which no minifier looks into: devices get it without comments and margins. */
const leanPrelude: Plugin = {
  name: 'holdfast-lean-prelude',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/runtimes\/javascript\/prelude\/\w+\.ts$/.test(id)) return null
    return { code: code.replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '').replace(/^ +/gm, ''), map: null }
  },
}

const worker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'pwa/worker',
  filename: 'worker.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: ['candidate.html', 'assets/candidate/*.{js,css,woff2}', 'mark.svg', 'manifest.webmanifest'],
    globIgnores: ['**/*-cyrillic*', '**/*-greek*', '**/*-vietnamese*'],
    maximumFileSizeToCacheInBytes: 4_000_000,
  },
})

export default defineConfig(({ command, mode }) => {
  if (command === 'serve') return { ...common, plugins: [react(), entries] }
  if (mode === 'console') return { ...common, build: build('console'), plugins: [react()] }
  return { ...common, build: build('candidate'), plugins: [react(), leanEngines, worker] }
})
