// Finds Python 3, in which archives of evidence are checked by a program that shares nothing with ours, or installs Debian's.
import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

const isThere = () => spawnSync('python3', ['--version']).status === 0

export function ensurePython() {
  if (isThere()) return
  console.log('Installing Python 3 for the check of archives …')
  installPackages('python3')
  if (isThere()) return
  console.error('No Python 3 could be found or installed. Install the package python3, then run this again.')
  process.exit(1)
}
