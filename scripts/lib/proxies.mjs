// Finds nginx and Caddy, behind which the tests run the server, or installs Debian's. Without one of them its tests are skipped.
import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

const programs = { nginx: ['nginx-light', '-v'], caddy: ['caddy', 'version'] }
const missing = () =>
  Object.entries(programs).filter(([name, [, asked]]) => spawnSync(name, [asked]).status !== 0)

export function ensureProxies() {
  const wanted = missing().map(([, [name]]) => name)
  if (wanted.length === 0) return
  console.log(`Installing ${wanted.join(' and ')} for the tests of proxies …`)
  installPackages(...wanted)
  for (const [name] of missing()) console.log(`There is no ${name}: its tests are skipped.`)
}
