import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ChildMessage, EngineFiles } from './protocol.ts'

/** Node's own flag for the permission model, which lost its "experimental" on the way. */
function permissionFlag(nodeVersion: string): string {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13)
    ? '--permission'
    : '--experimental-permission'
}

/** The flags that a child is started with: it may read its own code and the engines, and nothing else. */
export function childFlags(workerPath: string, files: EngineFiles, nodeVersion: string): string[] {
  // A path that is named twice ends Node 20 at its start.
  const readable = new Set([workerPath, ...files, '/proc/self/schedstat'])
  return [
    permissionFlag(nodeVersion),
    ...[...readable].map((path) => `--allow-fs-read=${path}`),
    '--allow-worker',
    '--no-warnings',
    '--no-addons',
    '--disallow-code-generation-from-strings',
    '--expose-gc',
    // Not smaller: V8 counts the programs' memories here and would collect garbage with every page they grow by.
    '--max-old-space-size=2048',
    // Main threads have 8 MiB of native stack; what is left of it is for the code that runs when a program has filled it.
    '--stack-size=7600',
  ]
}

/**
 * Tools of Linux that take from a process what it never needs, and then become it: writing to files, dumps of its memory, many
 * open files, and rights by other programs.
 */
const GUARDS = [
  ['prlimit', '--core=0', '--fsize=0', '--nofile=256'],
  ['setpriv', '--no-new-privs'],
]

/** Those that this system has, in front of Node. */
function guardedNode(): string[] {
  const found = GUARDS.flatMap(([tool = '', ...options]) => {
    const path = ['/usr/bin', '/bin'].map((folder) => `${folder}/${tool}`).find((one) => existsSync(one))
    return path === undefined ? [] : [path, ...options]
  })
  return [...found, process.execPath]
}

/** Starts a child with an empty environment. It is not waited for here. */
export function startChild(workerPath: string, files: EngineFiles): ChildProcess {
  const [execPath, ...before] = guardedNode()
  return fork(workerPath, files, {
    env: {},
    cwd: '/',
    execPath,
    execArgv: [...before, ...childFlags(workerPath, files, process.versions.node)],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Calls back for every message, with its type known. */
export function onChildMessage(child: ChildProcess, handle: (message: ChildMessage) => void): void {
  child.on('message', (message) => handle(message as ChildMessage))
}
