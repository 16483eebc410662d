import { leb, readLeb } from '../leb.ts'
import { importMemory } from '../memoryImport.ts'
import { concat, section, sectionsOf } from '../sections.ts'
import { compileWasm, type WasmModule } from '../webassembly.ts'
import { STACK_PAGES, withOwnStack } from './stack.ts'

const SECTION_CUSTOM = 0
const SECTION_MEMORY = 5

export interface PreparedModule {
  module: WasmModule
  /** Pages that the module needs at its start. */
  initialPages: number
}

/** The same module without its debug sections, which are half of the file. */
export function withoutDebug(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [...sectionsOf(bytes)].filter(({ id }) => id !== SECTION_CUSTOM)
  return concat([bytes.subarray(0, 8), ...kept.flatMap(({ id, body }) => section(id, body))])
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
