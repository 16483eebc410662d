import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutputSink } from '#runtimes/output.ts'
import { resolve } from '#runtimes/wasi/paths.ts'
import { Vfs } from '#runtimes/wasi/vfs.ts'

describe('Vfs', () => {
  it('never holds more than its quota, and gets everything back', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('write', 'resize', 'remove'),
      size: fc.nat(3000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const vfs = new Vfs(8192)
        for (const { name, action, size } of steps) {
          const node = vfs.root.entries.get(name) ?? vfs.createFile(vfs.root, name)
          if (node?.kind !== 'file') continue
          if (action === 'write') vfs.write(node, size, new Uint8Array(size))
          else if (action === 'resize') vfs.resize(node, size)
          else vfs.remove(vfs.root, name)
        }
        const sizes = [...vfs.root.entries.values()].map((node) => (node.kind === 'file' ? node.size : 0))
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8192)
        for (const name of [...vfs.root.entries.keys()]) vfs.remove(vfs.root, name)
        expect(vfs.reserve(8192)).toBe(true)
      }),
    )
  })

  it('shows zeros where a file was shortened and made longer again', () => {
    const vfs = new Vfs(10_000)
    const file = vfs.createFile(vfs.root, 'f')
    if (file === undefined) throw new Error('no room')
    vfs.write(file, 0, new Uint8Array([1, 2, 3, 4]))
    vfs.resize(file, 1)
    vfs.resize(file, 4)
    expect([...file.data.subarray(0, file.size)]).toEqual([1, 0, 0, 0])
  })
})

describe('resolve', () => {
  it('never leads out of the start folder', () => {
    const vfs = new Vfs(100_000)
    const inner = vfs.createDirectory(vfs.root, 'inner')
    if (inner === undefined) throw new Error('no room')
    const part = fc.constantFrom('..', '.', '', 'inner', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const place = resolve(inner, parts.join('/'))
        if (typeof place !== 'number') expect(place.parent).toBe(inner)
      }),
    )
  })
})

describe('OutputSink', () => {
  it('keeps exactly what fits and notes the rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 20 })),
        fc.integer({ min: 1, max: 100 }),
        (chunks, limit) => {
          const sink = new OutputSink(limit)
          for (const chunk of chunks) sink.write(chunk)
          const all = chunks.flatMap((chunk) => [...chunk])
          expect([...sink.bytes()]).toEqual(all.slice(0, limit))
          expect(sink.truncated).toBe(all.length > limit)
        },
      ),
    )
  })
})
