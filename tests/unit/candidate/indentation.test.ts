import { getIndentation, indentUnit } from '@codemirror/language'
import { EditorState } from '@uiw/react-codemirror'
import { expect, it } from 'vitest'
import { loadMode } from '#pwa/editor/languages.ts'

/** The place where the editor puts the next line. */

async function lastLine(mode: string, doc: string): Promise<[unit: number, columns: number | null]> {
  // As the editor's set-up has it.
  const state = EditorState.create({ doc, extensions: [indentUnit.of('    '), await loadMode(mode)] })
  return [state.facet(indentUnit).length, getIndentation(state, state.doc.length)]
}

it.each([
  ['javascript', 'function twice(n) {\n', 2, 2],
  ['javascript', 'const read = (line) => { return line\n}', 2, 0],
  ['javascript', '  if (far) { go()\n', 2, 4],
  ['typescript', 'for (const n of all) { sum += n\n}', 2, 0],
  ['python', 'read(\n', 4, 4],
  ['c', 'int main(void) {\n', 4, 4],
  ['cpp', 'struct Node {\n', 4, 4],
  ['java', 'class Main {\n', 4, 4],
  ['kotlin', 'fun main() {\n', 4, 4],
  ['go', 'func main() {\n', 4, 4],
  ['rust', 'fn main() {\n', 4, 4],
  ['ruby', 'loop do\n', 2, null],
  ['sql', 'SELECT\n', 2, null],
  ['php', '<?php\n', 4, null],
  ['cobol', 'DIVISION\n', 4, null],
])('%s: below %j', async (mode, doc, unit, columns) => {
  expect(await lastLine(mode, doc)).toEqual([unit, columns])
})
