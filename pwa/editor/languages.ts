import { delimitedIndent, indentNodeProp, LanguageSupport, type LRLanguage } from '@codemirror/language'
import type { Extension } from '@uiw/react-codemirror'
import { useEffect, useState } from 'react'
import { indentBy } from './indentBy.ts'

/**
 * A step of two columns, as the starter code has it, and a closing brace below the beginning of the line that opened it,
 * whatever stands behind the opening one.
 */
function javascriptLike({ language, support }: LanguageSupport): Extension {
  const props = [indentNodeProp.add({ Block: delimitedIndent({ closing: '}', align: false }) })]
  return [new LanguageSupport((language as LRLanguage).configure({ props }), support), indentBy(2)]
}

/** Each mode comes when its language is first chosen. The others' table is loaded with the first of them. */
const loaders: Record<string, () => Promise<Extension>> = {
  javascript: () =>
    import('@codemirror/lang-javascript').then(({ javascript }) => javascriptLike(javascript())),
  typescript: () =>
    import('@codemirror/lang-javascript').then(({ javascript }) =>
      javascriptLike(javascript({ typescript: true })),
    ),
  python: () => import('@codemirror/lang-python').then(({ python }) => python()),
}

const loaded = new Map<string, Promise<Extension>>()

export function loadMode(mode: string): Promise<Extension> {
  const known = loaded.get(mode)
  if (known) return known
  const loading = loaders[mode]?.() ?? import('./moreModes.ts').then((more) => more.loadMore(mode))
  loaded.set(mode, loading)
  loading.catch(() => loaded.delete(mode))
  return loading
}

/** A language's colours, once they are here. */
export function useMode(mode: string): Extension {
  const [extension, setExtension] = useState<Extension>([])
  useEffect(() => {
    let current = true
    loadMode(mode).then(
      (loaded) => current && setExtension(loaded),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [mode])
  return extension
}
