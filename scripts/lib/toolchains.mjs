// Finds bubblewrap and the toolchains whose programs run in its boxes, or installs Debian's. Without them their tests are skipped.
import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

const boxes = { bwrap: 'bubblewrap' }
const languages = {
  gcc: 'gcc',
  'g++': 'g++',
  javac: 'default-jdk-headless',
  go: 'golang-go',
  kotlinc: 'kotlin',
  mcs: 'mono-mcs',
  mono: 'mono-runtime',
  rustc: 'rustc',
  ruby: 'ruby',
  php: 'php-cli',
  'lua5.4': 'lua5.4',
}
const isThere = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** @param all the toolchains too, and not bubblewrap alone */
export function ensureToolchains(all) {
  const programs = { ...boxes, ...(all && languages) }
  const missing = () => Object.keys(programs).filter((name) => !isThere(name))
  const wanted = missing().map((name) => programs[name])
  if (wanted.length === 0) return
  console.log(`Installing ${wanted.join(', ')} for the tests of boxes …`)
  installPackages(...wanted)
  for (const name of missing()) console.log(`There is no ${programs[name]}: its tests are skipped.`)
}
