import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium } from 'playwright'
import { findChromium, findShell, flags } from './browser.ts'
import { noteSteps } from './steps.ts'

const givesWay = fileURLToPath(new URL('./chromium.sh', import.meta.url))

function signal(id: number, what: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(id, what)
  } catch {
    // It ended with the one before it.
  }
}

/** Known only within a test: a recording is made outside of one, and says where its profile goes. */
const profiles = async (): Promise<string> => (await import('vitest')).inject('profiles')

export interface Profile {
  context: BrowserContext
  folder: string
  /** Kills the browser's processes with SIGKILL; the profile's folder stays. */
  killHard(): Promise<void>
  /** Stops all of the browser's processes, as a computer does that falls asleep, until the answer is called. */
  fallAsleep(): () => void
}

export interface ProfileOptions {
  folder?: string
  width?: number
  height?: number
  dark?: boolean
  /** The test leaves its window or gives it another size: that takes a whole browser. */
  isWindow?: boolean
  /** As where a browser knows no service workers, or has none yet. */
  isWithoutWorker?: boolean
  /** The person says no where the page asks for the camera. */
  isCameraRefused?: boolean
  /** A name that leads to this machine, as another machine's would: over plain http the browser does not trust it. */
  host?: string
}

/** Opens a browser profile of its own, or one that was killed before. Its folder goes when all tests have ended. */
export async function openProfile(options: ProfileOptions = {}): Promise<Profile> {
  const folder = options.folder ?? mkdtempSync(join(await profiles(), 'profile-'))
  const browser = (options.isWindow ? findChromium() : findShell()) ?? chromium.executablePath()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: givesWay,
    env: { ...process.env, HOLDFAST_CHROMIUM: browser },
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
  // As long as `see` waits, and more: what a busy machine does late is not wrong.
  context.setDefaultTimeout(60_000)
  await noteSteps(context)
  /** All of them at once, each by its id: the folder is this profile's alone. */
  const signalAll = (what: Parameters<typeof signal>[1]): void => {
    const found = execFileSync('pgrep', ['-f', `user-data-dir=${folder}`], { encoding: 'utf8' })
    for (const id of found.trim().split('\n').map(Number)) signal(id, what)
  }
  return {
    context,
    folder,
    async killHard() {
      const closed = new Promise((resolve) => context.once('close', resolve))
      signalAll('SIGKILL')
      await closed
    },
    fallAsleep() {
      signalAll('SIGSTOP')
      return () => signalAll('SIGCONT')
    },
  }
}
