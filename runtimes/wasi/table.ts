import { Errno } from './abi.ts'
import type { Descriptor } from './descriptors.ts'

const MAX_OPEN = 256

/** The open descriptors of one instance, by number. */
export class DescriptorTable {
  private readonly slots: (Descriptor | undefined)[]

  constructor(initial: Descriptor[]) {
    this.slots = initial
  }

  get(fd: number): Descriptor | undefined {
    return this.slots[fd]
  }

  /** Gives the descriptor the lowest free number, or -mfile when too many are open. */
  add(descriptor: Descriptor): number {
    const free = this.slots.indexOf(undefined)
    const fd = free === -1 ? this.slots.length : free
    if (fd >= MAX_OPEN) {
      descriptor.close?.()
      return -Errno.mfile
    }
    this.slots[fd] = descriptor
    return fd
  }

  close(fd: number): number {
    const descriptor = this.slots[fd]
    if (descriptor === undefined) return Errno.badf
    this.slots[fd] = undefined
    descriptor.close?.()
    return Errno.success
  }
}
