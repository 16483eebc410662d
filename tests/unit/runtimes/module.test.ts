import { describe, expect, it } from 'vitest'
import { importMemory, withoutDebug } from '#runtimes/python/module.ts'
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
