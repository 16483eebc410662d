import { Camera, CameraOff, Maximize, ScanFace, ShieldCheck } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { LivePicture } from '../camera/LivePicture.tsx'
import { cameraNotice } from '../camera/notice.ts'
import { type CameraState, startCamera } from '../camera/store.ts'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import './camera-card.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const howTo: Partial<Record<CameraState['status'], string>> = {
  refused: 'It is refused for this page. Allow it with the camera sign beside the address, then try again.',
  unanswered: 'Your browser still waits for your answer. Choose Allow in its question beside the address.',
  missing: 'No camera was found. Connect one, then try again.',
  busy: 'Another program is using it. Close that one, then try again.',
  lost: 'It was disconnected. Connect it again, then try again.',
}

function Picture({ camera }: { camera: CameraState }) {
  if (camera.stream) {
    return (
      <div className="camera-picture">
        <LivePicture stream={camera.stream} label="What your camera sees" />
        <span className="camera-on">
          <Glyph name="ok" size={12} /> Camera on
        </span>
      </div>
    )
  }
  const how = howTo[camera.status]
  if (!how) {
    return (
      <div className="camera-picture is-asking" role="status">
        <Spinner size={20} />
        <p>Your browser asks whether this page may use the camera. Choose Allow.</p>
      </div>
    )
  }
  return (
    <div className="camera-picture is-refused" role="alert">
      <CameraOff size={20} strokeWidth={1.75} aria-hidden="true" />
      <strong>{texts.allowCamera}</strong>
      <p>{how}</p>
      <Button size="small" icon={<Camera {...icon} />} onClick={() => startCamera()}>
        Try again
      </Button>
    </div>
  )
}

function DeviceChoice({ camera }: { camera: CameraState }) {
  if (camera.devices.length === 0) return null
  return (
    <label className="camera-choice">
      Camera
      <select value={camera.deviceId ?? ''} onChange={(event) => startCamera(event.target.value)}>
        {camera.devices.map((device) => (
          <option key={device.id} value={device.id}>
            {device.label}
          </option>
        ))}
      </select>
    </label>
  )
}

const windowLine: Record<DriveView['leave_policy'], string> = {
  end: 'Close chats and email first: a window that takes the focus ends the test.',
  warn: 'Close chats and email first: a window that takes the focus counts as leaving.',
  log: 'Close chats and email first: a window that takes the focus is recorded.',
}

export function CameraCard({ camera, view }: { camera: CameraState; view: DriveView }) {
  return (
    <section className="camera-card card" aria-label="Camera">
      {view.webcam && <Picture camera={camera} />}
      <div className="camera-notes">
        {view.webcam && <DeviceChoice camera={camera} />}
        <ul>
          {view.webcam && (
            <>
              <li>
                <ScanFace {...icon} /> Sit facing the light, with your face inside the picture for the whole
                test.
              </li>
              <li>
                <ShieldCheck {...icon} /> Still pictures only, 500 × 500. No sound, no video.{' '}
                {cameraNotice(view)}
              </li>
            </>
          )}
          <li>
            <Maximize {...icon} /> {windowLine[view.leave_policy]}
          </li>
        </ul>
      </div>
    </section>
  )
}
