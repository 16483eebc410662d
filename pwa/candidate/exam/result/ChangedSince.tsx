import { Glyph } from '../../ui/Glyph.tsx'

/** Of a result that is not that of the code which stands in the editor now. */
export const ChangedSince = () => (
  <span className="changed-since">
    <Glyph name="warn" size={12} /> Code changed since
  </span>
)
