import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import type { BoxGroup, ControlGroups } from './controlGroup.ts'
import { type BoxCall, bubblewrapArguments, groupLimits } from './sandbox.ts'

/** The limits that a supervisor ends a box by, and what this server ends one by. */
type EndedBy = 'cpu' | 'wall' | 'memory' | 'files' | 'processes' | 'output' | 'abort'

export type BoxEnd =
  | { kind: 'failed'; detail: string }
  | {
      kind: 'ended'
      exitCode: number | null
      signal: string | null
      endedBy: EndedBy | null
      /** Processor time of everything in the box, in milliseconds; null where it was ended from outside. */
      cpuMs: number | null
      wallMs: number
      memoryBytes: number | null
      stdout: Buffer
      stderr: Buffer
      stdoutTruncated: boolean
      stderrTruncated: boolean
    }

/** The parts of the machine that boxes are made with. */
export interface BoxTools {
  bubblewrap: string
  canDisableNesting: boolean
  architecture: string
  /** File with the filter of system calls. */
  filter: string
  /** Folder for the programs of boxes. */
  folder: string
  /** The user and group that boxes run as, where the server is root. */
  user: number | null
  /** Null where this process has none to give. */
  groups: ControlGroups | null
}

/** A box whose supervisor has not ended it by then is ended from outside, in milliseconds after its wall time. */
const LAST_RESORT_MS = 2_000
const [STDOUT, STDERR, REPORT, SECCOMP, ENTER] = [1, 2, 3, 4, 5]
const FIGURES = { usage: 6, events: 7, held: 8 }
/** Takes its own process into the group before it becomes bubblewrap: nothing of the box has ever been outside. */
const ENTER_GROUP = ['/bin/sh', '-c', `echo 0 >&${ENTER} && exec "$@" ${ENTER}>&-`, 'sh']

/** Keeps the first bytes of a stream and lets the rest go by. */
class Kept {
  #chunks: Buffer[] = []
  #bytes = 0
  isTruncated = false

  constructor(stream: Readable, most: number, onOver: () => void) {
    stream.on('data', (chunk: Buffer) => {
      const room = most - this.#bytes
      if (chunk.length > room) {
        if (!this.isTruncated) onOver()
        this.isTruncated = true
      }
      if (room <= 0) return
      this.#chunks.push(chunk.subarray(0, room))
      this.#bytes += Math.min(room, chunk.length)
    })
    stream.on('error', () => {})
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

const REPORTED =
  /^status=(?<status>\d+) cpu_ms=(?<cpu>[\d.]+) wall_ms=(?<wall>[\d.]+) memory_kb=(?<memory>\d+) processes=\d+ ended=(?<ended>\w*)$/m

const signalName = (number: number): string =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `SIG${number}`

/** Bytes that are kept of each stream; a program that writes more to its standard output is ended. */
export interface KeptBytes {
  stdoutBytes: number
  stderrBytes: number
}

/** A program in its box, while it runs. */
export interface StartedBox {
  stdin: Writable | null
  stdout: Readable
  /** Resolves with how it ended and never rejects; nothing of the box is left then. */
  ended: Promise<BoxEnd>
  end(): void
}

/** Runs one program in a box of its own with a whole input, and resolves with how it ended; it never rejects. */
export function runInBox(
  tools: BoxTools,
  call: BoxCall,
  stdin: Uint8Array,
  output: KeptBytes,
  signal?: AbortSignal,
): Promise<BoxEnd> {
  const box = startBox(tools, call, output, signal)
  box.stdin?.end(stdin)
  return box.ended
}

/** Starts one program in a box of its own; whoever starts it writes its input, and ends it. It never throws. */
export function startBox(
  tools: BoxTools,
  call: BoxCall,
  output: KeptBytes,
  signal?: AbortSignal,
): StartedBox {
  let group: BoxGroup | null = null
  try {
    group = tools.groups?.create(groupLimits(call.limits)) ?? null
    const box = watched(spawnBox(tools, call, group), call, output, signal)
    return group ? { ...box, ended: endedWith(group, box.ended) } : box
  } catch (error) {
    void group?.end().catch(() => {})
    return { stdin: null, stdout: Readable.from([]), ended: Promise.resolve(failed(error)), end: () => {} }
  }
}

const failed = (error: unknown): BoxEnd => ({
  kind: 'failed',
  detail: error instanceof Error ? error.message : String(error),
})

async function endedWith(group: BoxGroup, ended: Promise<BoxEnd>): Promise<BoxEnd> {
  const end = await ended
  try {
    return counted(end, await group.end())
  } catch (error) {
    return failed(error)
  }
}

/**
 * The kernel counts all of the box together, and has ended one in it if that was too much. Its peak has pages of files in it that it
 * would have taken back: it is told where the limit was passed, and otherwise only bounds what the supervisor saw.
 */
function counted(end: BoxEnd, { peakBytes, isOutOfMemory }: Awaited<ReturnType<BoxGroup['end']>>): BoxEnd {
  if (end.kind === 'ended') {
    const endedBy = end.endedBy ?? (isOutOfMemory ? 'memory' : null)
    const most = peakBytes ?? end.memoryBytes ?? 0
    return {
      ...end,
      endedBy,
      memoryBytes: endedBy === 'memory' ? most : Math.min(most, end.memoryBytes ?? most),
    }
  }
  if (!isOutOfMemory) return end
  // It was the supervisor too.
  return { ...NOTHING_TOLD, kind: 'ended', endedBy: 'memory', memoryBytes: peakBytes }
}

const NOTHING_TOLD = {
  exitCode: null,
  signal: 'SIGKILL',
  cpuMs: null,
  wallMs: 0,
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  stdoutTruncated: false,
  stderrTruncated: false,
}

function spawnBox(tools: BoxTools, call: BoxCall, group: BoxGroup | null): ChildProcess {
  const filter = openSync(tools.filter, 'r')
  const told = { seccomp: SECCOMP, ...(group && { figures: FIGURES }) }
  const [file = '', ...parameters] = [
    ...(group ? ENTER_GROUP : []),
    tools.bubblewrap,
    ...bubblewrapArguments(call, { ...tools, ...told }),
  ]
  try {
    return spawn(file, parameters, {
      stdio: [
        ...(['pipe', 'pipe', 'pipe', 'pipe'] as const),
        filter,
        ...(group ? [group.enter, group.usage, group.events, group.held] : []),
      ],
      env: {},
      detached: true,
      ...(tools.user !== null && { uid: tools.user, gid: tools.user }),
    })
  } finally {
    closeSync(filter)
    group?.release()
  }
}

function watched(box: ChildProcess, call: BoxCall, output: KeptBytes, signal?: AbortSignal): StartedBox {
  let endedHere: EndedBy | null = null
  const end = (by: EndedBy): void => {
    endedHere ??= by
    box.kill('SIGKILL')
  }
  const began = performance.now()
  const streams = box.stdio as unknown as Readable[]
  const stdout = new Kept(streams[STDOUT] as Readable, output.stdoutBytes, () => end('output'))
  const stderr = new Kept(streams[STDERR] as Readable, output.stderrBytes, () => {})
  const report = new Kept(streams[REPORT] as Readable, 1_000, () => {})
  const input = box.stdin
  // A program that reads nothing closes it.
  input?.on('error', () => {})
  const last = setTimeout(() => end('wall'), call.limits.wallMs + LAST_RESORT_MS)
  const abort = () => end('abort')
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  const ended = new Promise<BoxEnd>((resolve) => {
    const done = (failure: string | null): void => {
      clearTimeout(last)
      signal?.removeEventListener('abort', abort)
      const told = REPORTED.exec(report.bytes.toString('latin1'))?.groups
      if (failure !== null || (!told && endedHere === null)) {
        const detail = failure ?? (stderr.bytes.toString().trim().slice(0, 500) || 'the box left no report')
        resolve({ kind: 'failed', detail })
        return
      }
      const status = Number(told?.status ?? 9)
      const killedBy = status & 0x7f
      resolve({
        kind: 'ended',
        exitCode: killedBy === 0 ? status >> 8 : null,
        signal: killedBy === 0 ? null : signalName(killedBy),
        endedBy: endedHere ?? ((told?.ended || null) as EndedBy | null),
        cpuMs: told ? Number(told.cpu) : null,
        wallMs: Number(told?.wall ?? performance.now() - began),
        memoryBytes: told ? Number(told.memory) * 1024 : null,
        stdout: stdout.bytes,
        stderr: stderr.bytes,
        stdoutTruncated: stdout.isTruncated,
        stderrTruncated: stderr.isTruncated,
      })
    }
    box.once('error', (error) => done(error.message))
    box.once('close', () => done(null))
  })
  return { stdin: input, stdout: streams[STDOUT] as Readable, ended, end: () => end('abort') }
}
