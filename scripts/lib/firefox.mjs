// Finds a stock Firefox for the browser test that takes one, or installs Debian's.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const isThere = () => paths.some((path) => existsSync(path))

export function ensureFirefox() {
  if (isThere()) return
  console.log('Installing Firefox for the long browser tests …')
  installPackages('firefox-esr')
  if (isThere()) return
  console.error(
    'No Firefox could be found or installed. Install the package firefox-esr, then run this again.',
  )
  process.exit(1)
}
