import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillLarge } from './lists/fill.ts'
import { ACCOUNTS, LARGE } from './lists/sizes.ts'

/** Builds the data directory of the list benches. Arguments: the project's folder. */
const [root = '.'] = process.argv.slice(2)
const data = process.env.HOLDFAST_DATA ?? mkdtempSync(join(tmpdir(), 'holdfast-large-'))

if (existsSync(join(data, 'holdfast.db'))) {
  console.error(`${data} holds data already. Name an empty directory in HOLDFAST_DATA.`)
  process.exitCode = 1
} else {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8)
  console.log(`Building in ${data}`)
  await fillLarge(data, join(root, 'db/migrations'), LARGE, (line) => console.log(`${seconds()}  ${line}`))
  console.log(
    `\nAdmin ${ACCOUNTS.admin}, super admin ${ACCOUNTS.superAdmin}, password "${ACCOUNTS.password}"`,
  )
  console.log(`Serve it with: HOLDFAST_DATA=${data} npm start`)
}
