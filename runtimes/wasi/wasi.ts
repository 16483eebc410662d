import type { RuntimeHost } from '../port.ts'
import type { WasmMemory } from '../webassembly.ts'
import { Errno, ProgramExit } from './abi.ts'
import { clockCalls } from './clock-calls.ts'
import { type Descriptor, openDirectory } from './descriptors.ts'
import { fdCalls } from './fd-calls.ts'
import { Guest } from './guest.ts'
import { pathCalls } from './path-calls.ts'
import { DescriptorTable } from './table.ts'
import type { Vfs } from './vfs.ts'

export interface WasiOptions {
  memory: WasmMemory
  args: readonly string[]
  /** Descriptors 0, 1 and 2. */
  streams: [Descriptor, Descriptor, Descriptor]
  vfs: Vfs
  host: RuntimeHost
}

/**
 * The host functions of WASI preview 1 for one instance: in-memory files, streams, clock, entropy. There is no
 * environment, no network and no way to another file system. `ProgramExit` is thrown when the program exits.
 */
export function wasiImports(options: WasiOptions): Record<string, unknown> {
  const guest = new Guest(options.memory)
  const table = new DescriptorTable([...options.streams, openDirectory(options.vfs.root, '/')])
  const args = options.args.map((arg) => new TextEncoder().encode(`${arg}\0`))

  return {
    ...fdCalls(guest, table, options.vfs),
    ...pathCalls(guest, table, options.vfs),
    ...clockCalls(guest, options.host),
    args_sizes_get(count: number, size: number): number {
      guest.setU32(count, args.length)
      guest.setU32(
        size,
        args.reduce((sum, arg) => sum + arg.length, 0),
      )
      return Errno.success
    },
    args_get(pointers: number, buffer: number): number {
      let at = buffer
      args.forEach((arg, index) => {
        guest.setU32(pointers + index * 4, at)
        guest.bytes(at, arg.length).set(arg)
        at += arg.length
      })
      return Errno.success
    },
    environ_sizes_get(count: number, size: number): number {
      guest.setU32(count, 0)
      guest.setU32(size, 0)
      return Errno.success
    },
    environ_get: () => Errno.success,
    proc_exit(code: number): never {
      throw new ProgramExit(code)
    },
    sock_accept: () => Errno.notsup,
    sock_recv: () => Errno.notsup,
    sock_send: () => Errno.notsup,
    sock_shutdown: () => Errno.notsup,
  }
}
