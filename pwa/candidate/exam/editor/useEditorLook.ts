import { useState } from 'react'
import { readPreferences, writePreferences } from '../../stored.ts'

const SIZES: readonly number[] = [12, 13.5, 15, 17, 20]
const STANDARD = 13.5

/** Font size and word wrap, kept per device. */
export function useEditorLook() {
  const [size, setSize] = useState(() => readPreferences().codeSize ?? STANDARD)
  const [wrap, setWrap] = useState(() => readPreferences().wrap ?? true)
  const nextSize = () => {
    const at = SIZES.indexOf(size)
    const next = SIZES[(at + 1) % SIZES.length] ?? STANDARD
    setSize(next)
    writePreferences({ codeSize: next })
  }
  const toggleWrap = () => {
    setWrap(!wrap)
    writePreferences({ wrap: !wrap })
  }
  return { size, wrap, nextSize, toggleWrap }
}
