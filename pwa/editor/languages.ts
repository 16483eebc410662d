import type { Extension } from '@uiw/react-codemirror'

/** Each mode comes when its language is first chosen; an unknown one is edited as plain text. */
const loaders: Record<string, () => Promise<Extension>> = {
  javascript: () => import('@codemirror/lang-javascript').then(({ javascript }) => javascript()),
  typescript: () =>
    import('@codemirror/lang-javascript').then(({ javascript }) => javascript({ typescript: true })),
  python: () => import('@codemirror/lang-python').then(({ python }) => python()),
}

const loaded = new Map<string, Promise<Extension>>()

export function loadMode(mode: string): Promise<Extension> {
  const known = loaded.get(mode)
  if (known) return known
  const loading = loaders[mode]?.() ?? Promise.resolve([])
  loaded.set(mode, loading)
  loading.catch(() => loaded.delete(mode))
  return loading
}
