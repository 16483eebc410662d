import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'
import { inject } from 'vitest'

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** A stock Firefox with a camera of its own drawing, driven over WebDriver BiDi. If there is none, it says so. */
export async function openFirefox(): Promise<Browser> {
  const executablePath = paths.find((path) => existsSync(path))
  if (!executablePath)
    throw new Error('No Firefox was found. Install the package firefox-esr, then run this again.')
  const folder = mkdtempSync(join(inject('profiles'), 'firefox-'))
  return launch({
    browser: 'firefox',
    executablePath,
    userDataDir: folder,
    headless: true,
    // Firefox keeps its own files under HOME, which need not be this user's.
    env: { ...process.env, HOME: folder },
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'ui.prefersReducedMotion': 1,
    },
  })
}
