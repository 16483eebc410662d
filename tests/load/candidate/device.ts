import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

/** The candidate's device: a quarter of this machine's speed, and for pages that come over the line, slow 4G. */

/** The figures of Lighthouse and of the developer tools: 150 ms and 1.6 Mbit/s on the wire, as applied to requests. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}
const SLOWDOWN = 4

export interface Device {
  context: BrowserContext
  page: Page
  cdp: CDPSession
}

interface Given {
  /** Runs in every page before its own scripts. */
  instrument?: () => void
  withoutWorker?: boolean
}

/** A browser that has never seen the address, at full speed. */
export async function freshDevice(browser: Browser, given: Given = {}): Promise<Device> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['camera'],
    reducedMotion: 'reduce',
    serviceWorkers: given.withoutWorker ? 'block' : 'allow',
  })
  if (given.instrument) await context.addInitScript(given.instrument)
  const page = await context.newPage()
  return { context, page, cdp: await context.newCDPSession(page) }
}

export const slowLine = async ({ cdp }: Device): Promise<void> => {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
}

const throttle = ({ cdp }: Device, rate: number): Promise<unknown> =>
  cdp.send('Emulation.setCPUThrottlingRate', { rate })
export const slowProcessor = (device: Device): Promise<unknown> => throttle(device, SLOWDOWN)
export const fullSpeed = (device: Device): Promise<unknown> => throttle(device, 1)
