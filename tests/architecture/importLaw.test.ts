import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { breaches } from '../../scripts/lib/importLaw.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
const target = 'export const value = 1\n'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-law-'))
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(folder, file))
  // The compiler's settings want at least one source of the server.
  mkdirSync(join(folder, 'contract'))
  writeFileSync(join(folder, 'contract/here.ts'), target)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plant(files: Record<string, string>): Promise<{ lines: string[]; read: number }> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const rooms = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))]
  return breaches(folder, rooms)
}

type Case = [rule: string, from: string, line: string, to?: string]
const cases: Case[] = [
  ['contract-stands-alone', 'contract/a.ts', "import { value } from '../db/b.ts'", 'db/b.ts'],
  ['contract-stands-alone', 'contract/a.ts', "import { Hono } from 'hono'"],
  ['machines-know-the-contract', 'state-machines/a.ts', "import { value } from '../api/b.ts'", 'api/b.ts'],
  ['runtimes-know-the-contract', 'runtimes/a.ts', "import { value } from '../api/b.ts'", 'api/b.ts'],
  ['runtimes-run-anywhere', 'runtimes/a.ts', "import { readFileSync } from 'node:fs'"],
  ...['node:crypto', 'node:http', 'fs/promises', 'buffer', 'hono', 'better-sqlite3', 'react', 'zod'].map(
    (name): Case => ['runtimes-run-anywhere', 'runtimes/a.ts', `import { x } from '${name}'`],
  ),
  ['db-knows-the-contract', 'db/a.ts', "import { value } from '../api/b.ts'", 'api/b.ts'],
  ['db-knows-the-contract', 'db/a.ts', "import { Hono } from 'hono'"],
  ['api-serves', 'api/a.ts', "import { value } from '../pwa/b.ts'", 'pwa/b.ts'],
  ...['react', 'react-dom', 'dexie', '@chakra-ui/react', '@tanstack/react-query'].map(
    (name): Case => ['api-serves', 'api/a.ts', `import { x } from '${name}'`],
  ),
  ...['attempt/machine', 'attempt/setup', 'attempt/regions', 'attempt/other', 'sync/core', 'sync/rules'].map(
    (file): Case => [
      'api-takes-policies-only',
      'api/a.ts',
      `import { value } from '#machines/${file}.ts'`,
      `state-machines/${file}.ts`,
    ],
  ),
  [
    'api-takes-policies-only',
    'api/a.ts',
    "import type { value } from '#machines/attempt/machine.ts'",
    'state-machines/attempt/machine.ts',
  ],
  ['api-takes-policies-only', 'api/a.ts', "import { setup } from 'xstate'"],
  ['api-takes-policies-only', 'api/a.ts', "import { useActor } from '@xstate/react'"],
  ['routes-leave-sql-to-db', 'api/a.ts', "import { eq } from 'drizzle-orm'"],
  ['pwa-never-the-server', 'pwa/a.ts', "import { value } from '#api/b.ts'", 'api/b.ts'],
  ['pwa-never-the-server', 'pwa/a.ts', "import type { value } from '../db/b.ts'", 'db/b.ts'],
  ...['node:fs', 'fs', 'path', 'node:crypto', 'node:worker_threads'].map(
    (name): Case => ['pwa-without-node', 'pwa/attempt/a.ts', `import { x } from '${name}'`],
  ),
  ...['better-sqlite3', 'hono', 'hono/cors', '@hono/node-server', 'drizzle-orm', 'pino'].map(
    (name): Case => ['pwa-without-server-packages', 'pwa/attempt/sync/a.ts', `import { x } from '${name}'`],
  ),
  ...['http', 'attempt', 'runner', 'worker'].flatMap((low) =>
    ['candidate', 'console', 'ui'].map(
      (page): Case => [
        'below-the-pages',
        `pwa/${low}/a.ts`,
        `import { value } from '../${page}/b.ts'`,
        `pwa/${page}/b.ts`,
      ],
    ),
  ),
  ['attempt-db-speaks-dexie', 'pwa/attempt/sync/a.ts', "import Dexie from 'dexie'"],
  ['attempt-db-speaks-dexie', 'pwa/candidate/a.ts', "import type { Table } from 'dexie'"],
  [
    'attempt-memory-reduces',
    'pwa/attempt/client.ts',
    "import { value } from './reduce.ts'",
    'pwa/attempt/reduce.ts',
  ],
  [
    'auth-makes-actors',
    'api/services/a.ts',
    "import { value } from '../auth/checked.ts'",
    'api/auth/checked.ts',
  ],
  ...['db', 'log', 'sync', 'tabs'].flatMap((part) =>
    ['client.ts', 'commands.ts', 'finishing.ts', 'snapshot.ts', 'session/b.ts'].map(
      (above): Case => [
        'attempt-parts-below',
        `pwa/attempt/${part}/a.ts`,
        `import { value } from '../${above}'`,
        `pwa/attempt/${above}`,
      ],
    ),
  ),
  ['candidate-without-console', 'pwa/candidate/a.ts', "import { value } from '../ui/b.ts'", 'pwa/ui/b.ts'],
  ['candidate-without-console', 'pwa/candidate/a.ts', "import { Button } from '@chakra-ui/react'"],
  [
    'console-without-candidate',
    'pwa/console/a.ts',
    "import { value } from '../attempt/b.ts'",
    'pwa/attempt/b.ts',
  ],
  ['ui-without-router-or-data', 'pwa/ui/a.ts', "import { value } from '../http/b.ts'", 'pwa/http/b.ts'],
  ['ui-without-router-or-data', 'pwa/ui/a.ts', "import { Link } from 'react-router-dom'"],
  ...(
    [
      ['kit', ['app', 'bank', 'drives', 'results', 'admin']],
      ['bank', ['app', 'drives', 'results', 'admin']],
      ['drives', ['app', 'results', 'admin']],
      ['results', ['app', 'bank', 'admin']],
      ['admin', ['app', 'bank', 'drives', 'results']],
    ] as const
  ).flatMap(([area, others]) =>
    others.flatMap((other): Case[] => {
      const rule = area === 'kit' ? 'console-kit-below' : `console-${area}-apart`
      const to = `pwa/console/${other}/b.ts`
      return [
        [rule, `pwa/console/${area}/one/a.ts`, `import { value } from '../../${other}/b.ts'`, to],
        [rule, `pwa/console/${area}/one/a.ts`, `import type { value } from '#${to}'`, to],
      ]
    }),
  ),
  [
    'console-kit-below',
    'pwa/console/kit/a.ts',
    "import { value } from '../router.ts'",
    'pwa/console/router.ts',
  ],
  [
    'pages-without-zod',
    'pwa/a.ts',
    "import { value } from '#contract/endpoints.ts'",
    'contract/endpoints.ts',
  ],
  ['nothing-imports-tests', 'contract/a.ts', "import { value } from '../tests/b.ts'", 'tests/b.ts'],
]

// The first of them waits until the checker is loaded.
it.each(cases)(
  '%s fires on a planted breach in %s: %s',
  { timeout: 30_000 },
  async (rule, from, line, to) => {
    const uses = line.startsWith('import type')
      ? 'export type X = typeof value\n'
      : `export const used = [${/\{ (\w+) \}/.exec(line)?.[1]}]\n`
    const { lines, read } = await plant({ [from]: `${line}\n${uses}`, ...(to && { [to]: target }) })
    expect(read).toBeGreaterThanOrEqual(to ? 2 : 1)
    expect(lines.filter((l) => l.startsWith(`${rule}:`))).not.toEqual([])
  },
)

it('no-cycles fires on two modules that import each other', async () => {
  const { lines } = await plant({
    'api/a.ts': "import { b } from './b.ts'\nexport const a = [b]\n",
    'api/b.ts': "import { a } from './a.ts'\nexport const b = [a]\n",
  })
  expect(lines.some((l) => l.startsWith('no-cycles:'))).toBe(true)
})

it('lets api take the policies it lives by, and an area those below it', async () => {
  const policies = ['rules', 'score', 'shuffle', 'time', 'verdict']
  const { lines } = await plant({
    'api/a.ts': policies
      .map((name) => `export { value as ${name} } from '#machines/attempt/${name}.ts'`)
      .join('\n'),
    ...Object.fromEntries(policies.map((name) => [`state-machines/attempt/${name}.ts`, target])),
    'pwa/console/bank/a.ts': "export { value } from '../kit/b.ts'\n",
    'pwa/console/drives/a.ts': "export { value } from '../bank/a.ts'\nexport { urls } from '../urls.ts'\n",
    'pwa/console/results/a.ts': "export { value } from '../drives/a.ts'\n",
    'pwa/console/app/a.ts': "export { value } from '../results/a.ts'\n",
    'pwa/console/kit/b.ts': target,
    'pwa/console/urls.ts': 'export const urls = {}\n',
    'runtimes/a.ts':
      "export { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'\nexport { value } from './b.ts'\n",
    'runtimes/b.ts': "export { value } from '../contract/here.ts'\n",
  })
  expect(lines).toEqual([])
})

it('lets a type through where only a value would carry zod along', async () => {
  const { lines } = await plant({
    'pwa/a.ts': "import type { value } from '#contract/views/b.ts'\nexport type X = typeof value\n",
    'contract/views/b.ts': target,
  })
  expect(lines).toEqual([])
})

it('reads the commands as well, without being told to', async () => {
  const rooms = ['contract', 'state-machines', 'runtimes', 'db', 'api', 'pwa']
  for (const room of rooms) mkdirSync(join(folder, room), { recursive: true })
  await plant({
    'scripts/lib/a.mjs': "export { value } from '../../tests/b.ts'\n",
    'tests/b.ts': target,
  })
  const { lines } = await breaches(folder)
  expect(lines).toEqual(['nothing-imports-tests: scripts/lib/a.mjs → tests/b.ts'])
})
