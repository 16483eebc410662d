/** Reads what strace wrote, to see in which order a process did what it promises. */

export interface Call {
  pid: string
  name: string
  /** The name of the file or socket, as strace -y writes it. */
  target: string
  text: string
  /** Lines at which the call began and ended. */
  from: number
  to: number
  isDone: boolean
}

/** Calls in the order of their beginning; one that another thread interrupted is put together again. */
export function readTrace(text: string): Call[] {
  const calls: Call[] = []
  const open = new Map<string, Call>()
  for (const [line, row] of text.split('\n').entries()) {
    const resumed = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/.exec(row)
    if (resumed) {
      const [, pid = '', name = '', rest = ''] = resumed
      const call = open.get(`${pid} ${name}`)
      if (!call) continue
      call.text += rest
      call.to = line
      call.isDone = / = \d/.test(rest)
      open.delete(`${pid} ${name}`)
      continue
    }
    const begun = /^(\d+) +(\w+)\((\d+<(?:[^<>]|->)*>)?(.*)$/.exec(row)
    if (!begun) continue
    const [, pid = '', name = '', target = '', rest = ''] = begun
    const isUnfinished = rest.includes('<unfinished ...>')
    const call: Call = {
      pid,
      name,
      target,
      text: rest,
      from: line,
      to: line,
      isDone: !isUnfinished && / = \d/.test(rest),
    }
    calls.push(call)
    if (isUnfinished) open.set(`${pid} ${name}`, call)
  }
  return calls
}

export interface Durability {
  /** The request was read, and answered with 200 on the same socket. */
  isAnswered: boolean
  /** Bytes went into the write-ahead log in between. */
  isWritten: boolean
  /** A sync of the write-ahead log was complete after the last of those writes and before the answer. */
  isSynced: boolean
}

/** The events between the read of the request that holds `marker` and its answer. */
export function durabilityOf(calls: readonly Call[], marker: string): Durability {
  const read = calls.find((c) => ['read', 'recvfrom', 'recvmsg'].includes(c.name) && c.text.includes(marker))
  const answer =
    read &&
    calls.find(
      (c) =>
        c.from > read.to &&
        ['write', 'writev', 'sendto', 'sendmsg'].includes(c.name) &&
        c.target === read.target &&
        c.text.includes('HTTP/1.1 200'),
    )
  if (!read || !answer) return { isAnswered: false, isWritten: false, isSynced: false }
  const between = calls.filter(
    (c) => c.from > read.to && c.to < answer.from && c.target.includes('holdfast.db-wal'),
  )
  const written = between.filter((c) => ['pwrite64', 'write', 'writev', 'pwritev'].includes(c.name))
  const last = Math.max(-1, ...written.map((c) => c.to))
  return {
    isAnswered: true,
    isWritten: written.length > 0,
    isSynced: between.some((c) => ['fdatasync', 'fsync'].includes(c.name) && c.isDone && c.from > last),
  }
}

export interface Replacement {
  /** Another file took this name. */
  isRenamed: boolean
  /** All of it was on the disk before. */
  isContentSynced: boolean
  /** The folder that holds the name was on the disk afterwards. */
  isNameSynced: boolean
}

/** How a file came to its name. */
export function replacementOf(calls: readonly Call[], path: string): Replacement {
  const rename = calls.find((c) => c.name.startsWith('rename') && c.isDone && c.text.includes(`"${path}"`))
  const partial = /^(?:AT_FDCWD[^"]*)?"([^"]+)"/.exec(rename?.text ?? '')?.[1]
  if (!rename || partial === undefined)
    return { isRenamed: false, isContentSynced: false, isNameSynced: false }
  const isSync = (c: Call, of: string) =>
    ['fsync', 'fdatasync'].includes(c.name) && c.isDone && c.target.endsWith(`<${of}>`)
  const writes = calls.filter((c) => c.name.includes('write') && c.target.endsWith(`<${partial}>`))
  const last = Math.max(-1, ...writes.map((c) => c.to))
  const folder = path.slice(0, path.lastIndexOf('/'))
  return {
    isRenamed: true,
    isContentSynced:
      writes.length > 0 && calls.some((c) => isSync(c, partial) && c.from > last && c.to < rename.from),
    isNameSynced: calls.some((c) => isSync(c, folder) && c.from > rename.to),
  }
}
