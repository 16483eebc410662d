import type { TestActor } from '#pwa/actors/testApi.ts'
import { Banner } from '../ui/Banner.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { WayOut } from './WayOut.tsx'

/** In sight as long as this device could not keep everything. */
export function UnsavedBanner({ actor }: { actor: TestActor }) {
  return (
    <Banner tone="bad" icon={<Glyph name="unsaved" size={16} />} side={<WayOut actor={actor} />}>
      Not saved on this device yet. It is tried again every few seconds; leave this page open.
    </Banner>
  )
}
