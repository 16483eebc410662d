import { leb, readLeb } from '../leb.ts'
import { concat, section, sectionsOf } from '../sections.ts'
import { compileWasm, type WasmModule } from '../webassembly.ts'
import { STACK_PAGES, withOwnStack } from './stack.ts'

const SECTION_CUSTOM = 0
const SECTION_IMPORT = 2
const SECTION_MEMORY = 5

export interface PreparedModule {
  module: WasmModule
  /** Pages that the module needs at its start. */
  initialPages: number
}

/** `env.memory` with the given minimum and the widest maximum: the memory that comes in sets the real one. */
function memoryImport(initialPages: number): number[] {
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
  return [...name('env'), ...name('memory'), 2, 1, ...leb(initialPages), ...leb(65536)]
}

/** The same module without its debug sections, which are half of the file. */
export function withoutDebug(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [...sectionsOf(bytes)].filter(({ id }) => id !== SECTION_CUSTOM)
  return concat([bytes.subarray(0, 8), ...kept.flatMap(({ id, body }) => section(id, body))])
}

/**
 * Turns the module's own, unbounded memory into an imported one, so that each run passes in a memory with its
 * own maximum and the module is compiled only once. Debug sections, most of the file, are dropped.
 * Throws when the bytes are no module with exactly one memory of its own.
 */
export function importMemory(bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; initialPages: number } {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  let importAt = -1
  let initialPages = -1
  for (const { id, body } of sectionsOf(bytes)) {
    if (id === SECTION_MEMORY) initialPages = readLeb(body, 2).value
    else if (id === SECTION_IMPORT) importAt = kept.push(...section(id, body)) - 2
    else if (id !== SECTION_CUSTOM) kept.push(...section(id, body))
  }
  const imports = kept[importAt + 1]
  if (importAt === -1 || imports === undefined || initialPages === -1) {
    throw new Error('the module has no import section or no memory of its own')
  }
  const count = readLeb(imports, 0)
  const entries = imports.subarray(count.next)
  const widened = new Uint8Array([...leb(count.value + 1), ...entries, ...memoryImport(initialPages)])
  kept.splice(importAt, 2, ...section(SECTION_IMPORT, widened))
  return { bytes: concat(kept), initialPages }
}

/** The same module with a large stack of its own, behind all the memory it begins with. */
export function growStack(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = [...sectionsOf(bytes)].filter(({ id }) => id !== SECTION_CUSTOM)
  const memory = sections.find(({ id }) => id === SECTION_MEMORY)
  if (memory === undefined) throw new Error('the module has no memory of its own')
  const { value: pages } = readLeb(memory.body, 2)
  const changed = withOwnStack(sections, pages).map((one) =>
    one.id === SECTION_MEMORY ? { ...one, body: new Uint8Array([1, 0, ...leb(pages + STACK_PAGES)]) } : one,
  )
  return concat([bytes.subarray(0, 8), ...changed.flatMap(({ id, body }) => section(id, body))])
}

/** Compiles python.wasm for runs with bounded memory. */
export async function preparePython(bytes: Uint8Array): Promise<PreparedModule> {
  const rewritten = importMemory(growStack(bytes))
  return { module: await compileWasm(rewritten.bytes), initialPages: rewritten.initialPages }
}
