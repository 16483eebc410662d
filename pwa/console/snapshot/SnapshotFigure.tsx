import { chakra } from '@chakra-ui/react'
import { CameraOff } from 'lucide-react'
import { useState } from 'react'
import { LargePicture } from '#pwa/ui/LargePicture.tsx'
import { dateOr } from '../format/dates.ts'
import type { SnapshotView } from '../views.ts'

/** Why a picture that was taken is not there. */
const missing: Readonly<Record<SnapshotView['status'], string>> = {
  stored: 'Taken, not received',
  missing: 'Taken, not received',
  deleted: 'Deleted after its time',
}

interface Props {
  snapshot: SnapshotView
  width: string
  /** Of a page that is printed: a picture that waits until it is scrolled to would be missing on paper. */
  isPrinted?: boolean
}

/** One webcam picture with the time it was taken; one that never arrived says so in its place. */
export function SnapshotFigure({ snapshot, width, isPrinted = false }: Props) {
  const [isBroken, setBroken] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const taken = dateOr(snapshot.created_at, '-')
  const alt = `${snapshot.candidate_name || 'Candidate'} at ${taken}`
  const url = snapshot.status === 'stored' ? snapshot.image_url : null
  return (
    <chakra.figure width={width} css={{ breakInside: 'avoid' }}>
      {url && !isBroken ? (
        <>
          <chakra.button
            type="button"
            aria-label={`Enlarge: ${alt}`}
            title="Enlarge"
            display="block"
            width="full"
            borderRadius="l2"
            cursor="zoom-in"
            onClick={() => setOpen(true)}
          >
            <chakra.img
              src={url}
              alt={alt}
              width="full"
              css={{ aspectRatio: '4 / 3', objectFit: 'cover' }}
              bg="bg.muted"
              borderRadius="l2"
              borderWidth="1px"
              loading={isPrinted ? 'eager' : 'lazy'}
              onError={() => setBroken(true)}
            />
          </chakra.button>
          <LargePicture src={url} alt={alt} isOpen={isOpen} onClose={() => setOpen(false)} />
        </>
      ) : (
        <chakra.div
          css={{ aspectRatio: '4 / 3' }}
          display="grid"
          placeContent="center"
          justifyItems="center"
          gap="1.5"
          bg="bg.warning"
          color="fg.warning"
          borderWidth="1px"
          borderRadius="l2"
          textStyle="xs"
          textAlign="center"
          px="1"
        >
          <CameraOff size={18} aria-hidden />
          {isBroken ? 'Could not be loaded' : missing[snapshot.status]}
        </chakra.div>
      )}
      <chakra.figcaption textStyle="xs" color="fg.muted" mt="1.5" fontVariantNumeric="tabular-nums">
        {taken}
      </chakra.figcaption>
    </chakra.figure>
  )
}
