import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * The features of the list of suggestions below an address bar that nobody sees: Chromium draws it for every window, at
 * the cost of a page.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** The features Playwright switches off: Chromium knows only the last list it is given, so ours has to repeat it. */
const playwrightsOwn = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** The flags of a Chromium without a screen that may run as root; its camera is a picture it draws itself. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...playwrightsOwn, ...addressBar].join()}`,
  '--use-fake-device-for-media-stream=fps=5',
]

/**
 * The browser's engine without the window round it, which costs a fifth of the processor. The long run takes the whole
 * browser for everything.
 */
export function findShell(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell'
  return !process.env.HOLDFAST_EXAMS_TIMES && existsSync(shell) ? shell : findChromium()
}

/** Debian's Chromium where there is one, else Playwright's own. */
export function findChromium(): string | undefined {
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (existsSync(path)) return path
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
