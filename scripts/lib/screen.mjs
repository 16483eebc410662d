// A real X server without a monitor.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

const XVFB = '/usr/bin/Xvfb'

/** @returns the display's name, and what ends it */
export async function openScreen() {
  if (!existsSync(XVFB)) installPackages('xvfb')
  if (!existsSync(XVFB))
    throw new Error('There is no X server. Install the package xvfb, then run this again.')
  const server = spawn(XVFB, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const display = await new Promise((resolve, reject) => {
    server.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`))
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The X server ended with ${code}`)))
  })
  return { display, close: () => server.kill() }
}
