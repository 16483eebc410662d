import { CameraOff } from 'lucide-react'
import { CAMERA_PREVIEW } from '#contract/constants.ts'
import { LivePicture } from '../../camera/LivePicture.tsx'
import { type CameraState, startCamera } from '../../camera/store.ts'
import { Button } from '../../ui/Button.tsx'

interface Props {
  camera: CameraState
  /** Small, in the foot of a rail that shows glyphs only. */
  folded: boolean
}

export function CameraTile({ camera, folded }: Props) {
  if (camera.stream) {
    return (
      <div className="camera-tile" style={folded ? undefined : CAMERA_PREVIEW}>
        <LivePicture stream={camera.stream} label="Your camera" />
        <span className="camera-tile-on">Camera on</span>
      </div>
    )
  }
  if (camera.status === 'asking') return <div className="camera-tile is-off">Asking for the camera…</div>
  return (
    <div className="camera-tile is-off">
      <CameraOff size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>Camera off</span>
      <Button size="small" onClick={() => startCamera()}>
        Turn on
      </Button>
    </div>
  )
}
