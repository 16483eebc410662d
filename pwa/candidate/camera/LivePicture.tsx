import { useEffect, useRef } from 'react'
import './live-picture.css'

/** The camera's picture, mirrored as people know themselves. */
export function LivePicture({ stream, label }: { stream: MediaStream; label: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className="live-picture" aria-label={label} autoPlay muted playsInline />
}
