import { chakra } from '@chakra-ui/react'
import { CameraOff } from 'lucide-react'
import { useState } from 'react'
import type { SnapshotView } from '#contract/views/admin.ts'
import { LargePicture } from '#pwa/ui/LargePicture.tsx'
import { EnlargeButton } from '#pwa/ui/Picture.tsx'
import { dateOr } from '../../kit/format/dates.ts'
import { galleryOf, snapshotId, snapshotLabel, snapshotSrc } from './gallery.ts'

interface Props {
  snapshots: readonly SnapshotView[]
  /** The width of each figure. */
  width: string
  isPrinted?: boolean
}

/** Webcam pictures one beside the other; enlarged, one leads to the next. */
export function Snapshots({ snapshots, width, isPrinted = false }: Props) {
  const [looked, setLooked] = useState<string | null>(null)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const leaveOut = (src: string): void => setBroken((old) => new Set([...old, src]))
  const { pictures, at } = galleryOf(snapshots, broken, looked)
  const idAt = (place: number | null): string | null =>
    place === null ? null : (pictures[place]?.id ?? null)
  // A picture in the place of one that was left out keeps it, even if that one can be loaded later.
  if (looked !== idAt(at)) setLooked(idAt(at))
  return (
    <>
      {snapshots.map((snapshot) => (
        <SnapshotFigure
          key={snapshotId(snapshot)}
          snapshot={snapshot}
          isBroken={broken.has(snapshotSrc(snapshot) ?? '')}
          width={width}
          isPrinted={isPrinted}
          onBroken={leaveOut}
          onEnlarge={() => setLooked(snapshotId(snapshot))}
        />
      ))}
      <LargePicture pictures={pictures} at={at} onMove={(to) => setLooked(idAt(to))} onBroken={leaveOut} />
    </>
  )
}

/** Why a picture that was taken is not there. */
const missing: Readonly<Record<SnapshotView['status'], string>> = {
  stored: 'Taken, not received',
  missing: 'Taken, not received',
  deleted: 'Deleted after its retention period',
}

interface FigureProps {
  snapshot: SnapshotView
  /** Nothing came from its address. */
  isBroken: boolean
  width: string
  onBroken: (src: string) => void
  onEnlarge: () => void
  /** The page is printed: a picture that waits until it is scrolled to would be missing on paper. */
  isPrinted?: boolean
}

/** One webcam picture with the time it was taken; one that never arrived says so in its place. */
function SnapshotFigure({ snapshot, isBroken, width, onBroken, onEnlarge, isPrinted = false }: FigureProps) {
  const alt = snapshotLabel(snapshot)
  const url = snapshotSrc(snapshot)
  return (
    <chakra.figure width={width} css={{ breakInside: 'avoid' }}>
      {url && !isBroken ? (
        <EnlargeButton alt={alt} display="block" width="full" borderRadius="l2" onClick={onEnlarge}>
          <chakra.img
            src={url}
            alt={alt}
            width="full"
            css={{ aspectRatio: '4 / 3', objectFit: 'cover' }}
            bg="bg.muted"
            borderRadius="l2"
            borderWidth="1px"
            loading={isPrinted ? 'eager' : 'lazy'}
            onError={() => onBroken(url)}
          />
        </EnlargeButton>
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
        {dateOr(snapshot.created_at, '-')}
      </chakra.figcaption>
    </chakra.figure>
  )
}
