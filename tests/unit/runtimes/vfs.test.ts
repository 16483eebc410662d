import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ErrorSink, OutputSink } from '#runtimes/output.ts'
import { Errno } from '#runtimes/wasi/abi.ts'
import { resolve } from '#runtimes/wasi/paths.ts'
import { type FileNode, Vfs } from '#runtimes/wasi/vfs.ts'

describe('Vfs', () => {
  it('never holds more than its quota, however files are written, cut, removed and kept open', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('write', 'resize', 'remove', 'open', 'close'),
      size: fc.nat(3000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const vfs = new Vfs(8192)
        const open: FileNode[] = []
        for (const { name, action, size } of steps) {
          const node = vfs.root.entries.get(name) ?? vfs.createFile(vfs.root, name)
          if (node?.kind !== 'file') continue
          if (action === 'write') vfs.write(node, size, new Uint8Array(size))
          else if (action === 'resize') vfs.resize(node, size)
          else if (action === 'remove') vfs.remove(vfs.root, name)
          else if (action === 'open') {
            vfs.open(node)
            open.push(node)
          } else {
            const [first] = open.splice(0, 1)
            if (first) vfs.close(first)
          }
          // A file that is removed and open is there still.
          const held = new Set([...vfs.root.entries.values(), ...open])
          const bytes = [...held].map((one) => (one.kind === 'file' ? one.data.buffer.byteLength : 0))
          expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8192)
        }
        for (const name of [...vfs.root.entries.keys()]) vfs.remove(vfs.root, name)
        for (const file of open) vfs.close(file)
        expect(vfs.reserve(8192)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('lets one file take all of the quota, also piece by piece', () => {
    const MiB = 1024 * 1024
    const vfs = new Vfs(32 * MiB)
    const file = vfs.createFile(vfs.root, 'f')
    if (file === undefined) throw new Error('no room')
    const piece = new Uint8Array(65_536).fill(1)
    let written = 0
    while (vfs.write(file, written, piece) === Errno.success) written += piece.length
    expect(written).toBe(32 * MiB - piece.length)
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

describe('ErrorSink', () => {
  it('keeps the start and the end of what is too long, and all of what is not', () => {
    const bytes = fc.uint8Array({ maxLength: 30 })
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 12 }), fc.integer({ min: 2, max: 60 }), (chunks, limit) => {
        const sink = new ErrorSink(limit)
        for (const chunk of chunks) sink.write(chunk)
        const all = chunks.flatMap((chunk) => [...chunk])
        expect(sink.truncated).toBe(all.length > limit)
        const mark = [...new TextEncoder().encode(`\n[${all.length - limit} bytes left out]\n`)]
        const half = Math.ceil(limit / 2)
        const expected =
          all.length > limit
            ? [...all.slice(0, half), ...mark, ...all.slice(all.length - (limit - half))]
            : all
        expect([...sink.bytes()]).toEqual(expected)
      }),
    )
  })
})
