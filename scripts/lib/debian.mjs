// Installs packages of Debian, where that may be done.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @returns whether it was tried: as root where apt is */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  })
  return true
}
