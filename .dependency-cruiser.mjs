/**
 * The import law: who may import whom, one rule a sentence of docs/architecture/README.md. A test plants a breach of each and
 * sees it fire.
 */
const only = (name, comment, from, allowed, fromNot) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(fromNot && { pathNot: fromNot }) },
  to: { pathNot: allowed },
})
const never = (name, comment, from, to, toNot) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(toNot && { pathNot: toNot }) },
})
const rooms = '^(contract|state-machines|runtimes|db|api|pwa|tests)/'
const packages = 'node_modules/'

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No module reaches itself',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('contract-stands-alone', 'contract imports zod alone', '^contract/', [
      '^contract/',
      `${packages}zod/`,
    ]),
    only('machines-know-the-contract', 'state-machines imports contract and xstate', '^state-machines/', [
      '^contract/',
      '^state-machines/',
      `${packages}xstate/`,
    ]),
    never(
      'runtimes-know-the-contract',
      'runtimes imports no other room but contract',
      '^runtimes/',
      rooms,
      '^(contract|runtimes)/',
    ),
    only(
      'runtimes-run-anywhere',
      'runtimes takes no package but its engines: no node, no page, no server',
      '^runtimes/',
      [rooms, `${packages}(quickjs-emscripten-core|@jitl|@antonz)/`],
    ),
    only('db-knows-the-contract', 'db imports contract, drizzle and drivers', '^db/', [
      '^contract/',
      '^db/',
      `${packages}(drizzle-orm|drizzle-kit|better-sqlite3|@types/better-sqlite3)/`,
      '^(node:)?(fs|path|timers/promises)$',
    ]),
    never('api-serves', 'api imports contract, policies, runtimes and db, and nothing of a page', '^api/', [
      '^(pwa|tests)/',
      `${packages}(@types/)?(react|react-dom|react-router-dom|dexie|dexie-react-hooks|lucide-react|workbox-[a-z]+)/`,
      `${packages}(@chakra-ui|@emotion|@tanstack|@uiw|@codemirror|@xstate)/`,
    ]),
    never(
      'api-takes-policies-only',
      'api takes the pure policies of state-machines by name, never a machine',
      '^api/',
      ['^state-machines/', `${packages}(@xstate/[^/]+|xstate)/`],
      '^state-machines/(attempt/(ownReport|proctoring|rules|score|shuffle|time|verdict)|drive/(draw|policy|retention|rules))\\.ts$',
    ),
    never(
      'auth-makes-actors',
      'the checks of api/auth alone make somebody who may call',
      '^(api/(?!auth/)|scripts/)',
      '^api/auth/checked[.]ts$',
    ),
    never(
      'routes-leave-sql-to-db',
      'only db speaks to the database driver',
      '^(api|state-machines|contract|runtimes)/',
      `${packages}(better-sqlite3|drizzle-orm)/`,
    ),
    never(
      'pwa-never-the-server',
      'pwa imports neither api nor db, not even types',
      '^pwa/',
      '^(api|db|tests)/',
    ),
    never('pwa-without-server-packages', 'pwa takes no package of the server', '^pwa/', [
      `${packages}(@types/)?(better-sqlite3|drizzle-orm|drizzle-kit|hono|pino)/`,
      `${packages}(@hono|@node-rs)/`,
    ]),
    {
      name: 'pwa-without-node',
      comment: 'pwa takes no module of node',
      severity: 'error',
      from: { path: '^pwa/' },
      to: { dependencyTypes: ['core'] },
    },
    never(
      'below-the-pages',
      'the attempt on the device, runner, worker and calls know no page and no part of one',
      '^pwa/(http|attempt|runner|worker)/',
      '^pwa/(candidate|console|ui)/',
    ),
    never(
      'attempt-db-speaks-dexie',
      'only the database of the attempt speaks Dexie; the console has one of its own for drafts',
      '^pwa/(?!attempt/db/|console/kit/drafts/)',
      `${packages}dexie/`,
    ),
    never(
      'attempt-parts-below',
      'database, log, sender and tabs know neither the client of the attempt nor the way into it',
      '^pwa/attempt/(db|log|sync|tabs)/',
      '^pwa/(attempt/(session/|client|commands|finishing|results|messages|snapshot)|worker/)',
    ),
    never(
      'attempt-memory-reduces',
      'what is known of the test on a page is made by the reducer alone, which the memory alone asks',
      '^pwa/(?!attempt/memory[.]ts$)',
      '^pwa/attempt/reduce[.]ts$',
    ),
    never(
      'candidate-without-console',
      "the candidate's pages take nothing of the console",
      '^pwa/candidate/',
      ['^pwa/(console|ui)/', `${packages}(@chakra-ui|@emotion)/`],
    ),
    never(
      'console-without-candidate',
      'the console takes nothing of the candidate’s pages, log or sender',
      '^pwa/(console|ui)/',
      '^pwa/(candidate|attempt|runner|worker)/',
    ),
    never('ui-without-router-or-data', "the console's parts know neither router nor data", '^pwa/ui/', [
      '^pwa/(console|http|attempt)/',
      `${packages}(react-router-dom|@tanstack/react-query)/`,
    ]),
    never(
      'console-kit-below',
      "the console's kit knows none of its areas",
      '^pwa/console/kit/',
      '^pwa/console/(?!kit/|urls\\.ts$)',
    ),
    never(
      'console-bank-apart',
      'the bank takes the kit alone',
      '^pwa/console/bank/',
      '^pwa/console/(?!bank/|kit/|urls\\.ts$)',
    ),
    never(
      'console-drives-apart',
      'drives take the bank and the kit',
      '^pwa/console/drives/',
      '^pwa/console/(?!drives/|bank/|kit/|urls\\.ts$)',
    ),
    never(
      'console-results-apart',
      'results take drives and the kit',
      '^pwa/console/results/',
      '^pwa/console/(?!results/|drives/|kit/|urls\\.ts$)',
    ),
    never(
      'console-admin-apart',
      'administration takes the kit alone',
      '^pwa/console/admin/',
      '^pwa/console/(?!admin/|kit/|urls\\.ts$)',
    ),
    {
      name: 'pages-without-zod',
      comment: 'zod stays out of what a browser loads: types alone',
      severity: 'error',
      from: { path: '^pwa/' },
      to: {
        path: `${packages}zod/|^contract/(endpoints|views|primitives|opSchemas|syncSchemas)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    never(
      'nothing-imports-tests',
      'nothing imports tests',
      '^(contract|state-machines|runtimes|db|api|pwa|scripts)/',
      '^tests/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
    moduleSystems: ['es6'],
  },
}
