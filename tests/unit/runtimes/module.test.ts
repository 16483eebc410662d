import { describe, expect, it } from 'vitest'
import { importMemory } from '#runtimes/memoryImport.ts'
import { growStack, withoutDebug } from '#runtimes/python/module.ts'
import { STACK_PAGES } from '#runtimes/python/stack.ts'
import { pythonBytes } from './support.ts'

describe('importMemory', () => {
  it('makes the module take its memory from outside and drops its debug sections', async () => {
    const original = pythonBytes()
    const rewritten = importMemory(original)
    expect(rewritten.bytes.length).toBeLessThan(original.length / 1.5)
    const module = await WebAssembly.compile(rewritten.bytes)
    expect(WebAssembly.Module.imports(module)).toContainEqual({
      module: 'env',
      name: 'memory',
      kind: 'memory',
    })
    expect(WebAssembly.Module.imports(module)).toHaveLength(
      WebAssembly.Module.imports(await WebAssembly.compile(original)).length + 1,
    )
    expect(rewritten.initialPages).toBe(160)
  })

  it('refuses a module without a memory of its own, and what is no module', () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
    expect(() => importMemory(empty)).toThrow('no memory of its own')
    expect(() => importMemory(new Uint8Array([...empty, 2, 0xff, 0xff, 0xff, 0xff, 0xff]))).toThrow(
      'bad number',
    )
  })
})

describe('withoutDebug', () => {
  it('keeps all of the program: what is made of it is the same', () => {
    const original = pythonBytes()
    const lean = withoutDebug(original)
    expect(lean.length).toBeLessThan(original.length / 1.5)
    expect(Buffer.compare(importMemory(lean).bytes, importMemory(original).bytes)).toBe(0)
  })
})

describe('growStack', () => {
  /** A page of memory, 64 KiB of it stack, and a function that takes a kilobyte of stack, writes to it, and calls itself. */
  const recursive = new Uint8Array([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...[1, 4, 1, 0x60, 0, 0],
    ...[2, 1, 0],
    ...[3, 2, 1, 0],
    ...[5, 3, 1, 0, 1],
    ...[6, 8, 1, 0x7f, 1, 0x41, 0x80, 0x80, 4, 0x0b],
    ...[7, 16, 2, 3, 0x72, 0x75, 0x6e, 0, 0, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0],
    ...[10, 30, 1, 28, 0],
    ...[0x41, 0, 0x41, 0xf4, 3, 0x36, 2, 0x18],
    ...[0x23, 0, 0x41, 0x80, 8, 0x6b, 0x24, 0],
    ...[0x23, 0, 0x41, 0xff, 0, 0x36, 2, 0],
    ...[0x10, 0, 0x0b],
  ])

  it('traps when the stack is full, and leaves what lies below it as it was', async () => {
    const { instance } = await WebAssembly.instantiate(growStack(recursive))
    const { run, memory } = instance.exports as { run(): void; memory: WebAssembly.Memory }
    expect(memory.buffer.byteLength).toBe((1 + STACK_PAGES) * 65_536)
    expect(run).toThrow(WebAssembly.RuntimeError)
    const bytes = new Uint8Array(memory.buffer)
    const written = bytes.indexOf(0x7f)
    // The kilobyte at the very start of the new stack is the last that was taken.
    expect(written).toBe(65_536)
    expect(new Uint32Array(memory.buffer, 0x18, 1)[0]).toBe(1_500)
  })

  it('leaves the bytes that it was given as they were', () => {
    const original = pythonBytes()
    const copy = Buffer.from(original)
    growStack(original)
    expect(Buffer.compare(original, copy)).toBe(0)
  })

  it('refuses a module whose calls are counted elsewhere', () => {
    const other = recursive.slice()
    other[other.indexOf(0xf4)] = 0xf5
    expect(() => growStack(other)).toThrow('counts its calls elsewhere')
  })
})
