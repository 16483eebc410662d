import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { inject } from 'vitest'
import { findChromium, flags } from './browser.ts'

function signal(id: number, what: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(id, what)
  } catch {
    // It ended with the one before it.
  }
}

export interface Profile {
  context: BrowserContext
  folder: string
  /** Kills the browser's processes with SIGKILL; the profile's folder stays. */
  killHard(): Promise<void>
  /** Stops all of the browser's processes, as a computer does that falls asleep, until the answer is called. */
  fallAsleep(): () => void
}

/** Opens a browser profile of its own, or one that was killed before. Its folder goes when all tests have ended. */
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
  const folder = options.folder ?? mkdtempSync(join(inject('profiles'), 'profile-'))
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
