import { type Finding, ready, todo } from './check.ts'

async function permission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state
  } catch {
    return 'prompt'
  }
}

const refused = (): Finding => todo('Refused', 'Allow it beside the address, then check again.')

/** Opens the camera for a moment: the only true test of it. */
async function tryCamera(): Promise<Finding> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } })
    const track = stream.getVideoTracks()[0]
    const { width, height } = track?.getSettings() ?? {}
    const label = track?.label || 'Camera found'
    for (const each of stream.getTracks()) each.stop()
    return ready(width && height ? `${label}, ${width} × ${height}` : label)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return refused()
    if (error instanceof DOMException && error.name === 'NotReadableError') {
      return todo('In use', 'Another program is using it. Close that one, then check again.')
    }
    return todo('None found', 'Connect one, then check again, or ask for a test without pictures.')
  }
}

export async function checkCamera(): Promise<Finding> {
  if (!navigator.mediaDevices) return todo('Not possible', 'The browser gives no camera to this address.')
  const state = await permission()
  if (state === 'denied') return refused()
  const devices = await navigator.mediaDevices.enumerateDevices()
  const cameras = devices.filter((device) => device.kind === 'videoinput')
  if (cameras.length === 0) return tryNothing()
  if (state === 'prompt') {
    return todo('Asks', 'The browser asks; the test takes still pictures.', {
      label: 'Allow camera',
      run: tryCamera,
    })
  }
  return ready(cameras[0]?.label || 'Allowed for this page.')
}

const tryNothing = (): Finding =>
  todo('None found', 'No camera found. Connect one, then try again.', { label: 'Try again', run: tryCamera })
