import { Glyph } from '../../ui/Glyph.tsx'

/** Said of every result that the server has not made. */
export function DeviceLabel() {
  return (
    <p className="device-label">
      <Glyph name="device" size={12} /> <span>on this device, not graded</span>
    </p>
  )
}
