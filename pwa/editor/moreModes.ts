import type { Extension } from '@uiw/react-codemirror'
import { indentBy } from './indentBy.ts'
import { isWordLanguage, wordMode } from './wordMode.ts'

/** The modes of languages that few tests offer. C# and Kotlin are near enough to Java for their words and braces. */
const grammars: Readonly<Record<string, () => Promise<Extension>>> = {
  c: () => import('@codemirror/lang-cpp').then(({ cpp }) => cpp()),
  cpp: () => import('@codemirror/lang-cpp').then(({ cpp }) => cpp()),
  java: () => import('@codemirror/lang-java').then(({ java }) => java()),
  csharp: () => import('@codemirror/lang-java').then(({ java }) => java()),
  kotlin: () => import('@codemirror/lang-java').then(({ java }) => java()),
  go: () => import('@codemirror/lang-go').then(({ go }) => go()),
  rust: () => import('@codemirror/lang-rust').then(({ rust }) => rust()),
}

/** A mode; a language that is unknown here is edited as plain text. */
export async function loadMore(mode: string): Promise<Extension> {
  const grammar = grammars[mode]
  if (grammar) return [await grammar(), indentBy(4)]
  return isWordLanguage(mode) ? [wordMode(mode), indentBy(mode === 'php' ? 4 : 2)] : []
}
