// Finds a Chromium for the browser tests, or installs one: Debian's package, else Playwright's download.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export async function ensureChromium() {
  // Not at the top: this file is read before the packages are installed.
  const { chromium } = await import('playwright')
  if (paths.some((path) => existsSync(path)) || existsSync(chromium.executablePath())) return
  console.log('Installing Chromium for the browser tests …')
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (root) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'procps'], {
      stdio: 'inherit',
      env,
    })
  }
  if (paths.some((path) => existsSync(path))) return
  spawnSync('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium'], { stdio: 'inherit' })
  if (!existsSync(chromium.executablePath())) {
    console.error(
      'No Chromium could be found or installed. Install the package chromium, then run this again.',
    )
    process.exit(1)
  }
}
