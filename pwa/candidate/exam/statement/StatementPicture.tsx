import { ImageOff, Maximize } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import './picture.css'

interface PictureProps {
  src: string
  /** The picture in words; else what it belongs to. */
  alt: string
}

/** A picture that opens enlarged when clicked. */
export function StatementPicture({ src, alt }: PictureProps) {
  const [large, setLarge] = useState(false)
  const [missing, setMissing] = useState(false)
  if (missing) {
    return (
      <p className="picture-missing">
        <ImageOff size={16} strokeWidth={1.75} aria-hidden="true" />
        The picture did not load.
        <Button size="small" onClick={() => setMissing(false)}>
          Try again
        </Button>
      </p>
    )
  }
  return (
    <>
      <button
        type="button"
        className="picture"
        aria-label={`Enlarge: ${alt}`}
        title="Enlarge"
        onClick={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setLarge(true)
        }}
      >
        <img src={src} alt={alt} onError={() => setMissing(true)} />
        <Maximize size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {large && (
        <Modal
          title={alt}
          wide
          apart
          onClose={() => setLarge(false)}
          actions={<Button onClick={() => setLarge(false)}>Close</Button>}
        >
          <img className="picture-large" src={src} alt={alt} />
        </Modal>
      )}
    </>
  )
}
