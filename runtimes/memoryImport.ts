import { leb, readLeb } from './leb.ts'
import { concat, section, sectionsOf } from './sections.ts'

const SECTION_CUSTOM = 0
const SECTION_IMPORT = 2
const SECTION_MEMORY = 5

/** `env.memory` with the given minimum and the widest maximum: the memory that comes in sets the real one. */
function memoryImport(initialPages: number): number[] {
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
  return [...name('env'), ...name('memory'), 2, 1, ...leb(initialPages), ...leb(65536)]
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
