// Finds a Chromium for the browser tests, or installs one: Debian's package, else Playwright's download.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

/** The same engine without a window, for the tests that need none. */
const SHELL = 'chromium-headless-shell'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export async function ensureChromium() {
  // Not at the top: this file is read before the packages are installed.
  const { chromium } = await import('playwright')
  if (paths.some((path) => existsSync(path)) || existsSync(chromium.executablePath())) {
    if (existsSync(paths[0]) && !existsSync(`/usr/bin/${SHELL}`)) installPackages(SHELL)
    return
  }
  console.log('Installing Chromium for the browser tests …')
  installPackages('chromium', 'procps', 'age')
  installPackages(SHELL)
  if (paths.some((path) => existsSync(path))) return
  spawnSync('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium'], { stdio: 'inherit' })
  if (!existsSync(chromium.executablePath())) {
    console.error(
      'No Chromium could be found or installed. Install the package chromium, then run this again.',
    )
    process.exit(1)
  }
}
