import { Glyph } from '../ui/Glyph.tsx'

/** Over plain http on another machine's address the browser withholds the worker, the camera and full locks. */
export function InsecureNotice() {
  if (window.isSecureContext) return null
  return (
    <p className="insecure" role="alert">
      <Glyph name="warn" size={16} />
      <span>
        <strong>This address is not secure</strong> ({location.origin}). The browser gives it no camera, and
        the page cannot start again without a network. Open the same link with https://, or ask whoever
        invited you for it.
      </span>
    </p>
  )
}
