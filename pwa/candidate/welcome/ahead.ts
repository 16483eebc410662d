import type { ComponentType } from 'react'
import type { OpenedDrive } from '../drive.ts'

interface Part {
  default: ComponentType<{ drive: OpenedDrive; isStale: boolean; cut: number | null }>
}

let asked: Promise<Part> | undefined

/**
 * The part of the welcome page below what, when and how to begin: asked for together with the page, and waited for by
 * nobody. If a bad line loses it, the rest stays. No other page asks for it.
 */
export function loadBefore(): Promise<Part> {
  asked ??= import('./Before.tsx').catch(() => ({ default: () => null }))
  return asked
}
