import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figures } from '../../scripts/lib/figures.mjs'

/** A house of a few files, with one breach of each figure planted. */

const files = {
  'contract/names.ts': 'export const paths = 1\n',
  'state-machines/flow.ts': '',
  'runtimes/run.ts':
    '/** Of a run. What it came to. The rest is told. */\n// A line.\n// Whoever reads on finds this.\n',
  'db/rows.ts': '',
  'db/queries/drives.ts': 'q.orm.update(s.drivesProblems)\nq.orm.insert(s.drives)\n',
  'db/queries/parts.ts': "q.raw.run('DELETE FROM drives_problems WHERE id = ?')\n",
  'api/auth/actor.ts': "import { mail } from '../mail/send.ts'\nexport const actor = mail\n",
  'api/mail/send.ts': "import { actor } from '../auth/actor.ts'\nexport const mail = actor\n",
  'api/queue/add.ts': 'ctx.judge.wake()\nctx.hub.poke(1)\n',
  'pwa/console/bank/list.ts':
    "import { rows } from '../drives/rows.ts'\nexport const list = await request<Page>('getDrives')\n",
  'pwa/console/drives/rows.ts':
    "import { list } from '#pwa/console/bank/list.ts'\nexport const rows = list\n",
  'pwa/console/drives/names.ts': "import type { list } from '../bank/list.ts'\nexport const paths = 2\n",
  'pwa/attempt/draft.ts': 'db.drafts.put({})\n',
  'pwa/attempt/db/drafts.ts': 'db.drafts.put({})\n',
}
let top: string

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'holdfast-house-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
})
afterAll(() => rmSync(top, { recursive: true }))

it.each([
  ['console: areas', 2],
  ['console: folders', 2],
  ['console: arrows between areas', 2],
  // A type alone reaches nowhere.
  ['console: arrows between folders', 2],
  ['answers asserted by hand', 1],
  // In its own room it is no breach.
  ['calls of Dexie outside its room', 1],
  ['comments that begin without a subject', 3],
  ['names that two files export', 1],
  ['tables that two query files write', 1],
  ['wakes and pokes after a commit', 2],
  ['circles between folders: api', 1],
  ['circles between folders: console', 1],
])('%s: %d', (name, expected) => {
  expect(figures(top).find((figure) => figure.name === name)?.now).toBe(expected)
})
