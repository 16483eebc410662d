import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'

/** Of the list of suggestions below an address bar that nobody sees: Chromium draws it for every window, at the cost of a page. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** What Playwright switches off: Chromium knows only the last list it is given, so that ours has to repeat it. */
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

/** Of a Chromium without a screen that may run as root; its camera is a picture it draws itself. */
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

/** Debian's Chromium where there is one, else Playwright's own. */
export function findChromium(): string | undefined {
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (existsSync(path)) return path
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It ended with the one before it.
  }
}

export interface Profile {
  context: BrowserContext
  folder: string
  /** Kills the browser's processes with SIGKILL; the profile's folder stays. */
  killHard(): Promise<void>
}

/** Opens a browser profile of its own, or one that was killed before. */
export async function openProfile(
  options: {
    folder?: string
    width?: number
    height?: number
    dark?: boolean
    /** As where a browser knows no service workers, or has none yet. */
    isWithoutWorker?: boolean
    /** The person says no where the page asks for the camera. */
    isCameraRefused?: boolean
    /** A name that leads to this machine, as another machine's would: over plain http the browser does not trust it. */
    host?: string
  } = {},
): Promise<Profile> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'holdfast-profile-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    headless: true,
    args: [
      ...flags,
      `--use-fake-ui-for-media-stream${options.isCameraRefused ? '=deny' : ''}`,
      ...(options.host ? [`--host-resolver-rules=MAP ${options.host} 127.0.0.1`] : []),
    ],
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    permissions: options.isCameraRefused ? [] : ['camera'],
    serviceWorkers: options.isWithoutWorker ? 'block' : 'allow',
    reducedMotion: 'reduce',
  })
  return {
    context,
    folder,
    async killHard() {
      const closed = new Promise((resolve) => context.once('close', resolve))
      // All of them at once, each by its id: the folder is this profile's alone.
      const found = execFileSync('pgrep', ['-f', `user-data-dir=${folder}`], { encoding: 'utf8' })
      for (const id of found.trim().split('\n').map(Number)) kill(id)
      await closed
    },
  }
}
