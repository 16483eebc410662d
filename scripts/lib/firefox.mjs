// Finds a stock Firefox for the browser test that takes one, or installs Debian's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const isThere = () => paths.some((path) => existsSync(path))

export function ensureFirefox() {
  if (isThere()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Firefox for the long browser tests …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], {
      stdio: 'inherit',
      env,
    })
  }
  if (isThere()) return
  console.error(
    'No Firefox could be found or installed. Install the package firefox-esr, then run this again.',
  )
  process.exit(1)
}
