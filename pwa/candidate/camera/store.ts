import { useEffect, useSyncExternalStore } from 'react'
import { PROMPT_MS } from '#machines/attempt/proctoring.ts'

/**
 * The one camera of the page. It stays open from the form to the end of the test: a second request would
 * ask the person again in browsers that do not remember.
 */

export interface CameraState {
  /** unanswered: the browser's prompt is still open, and nobody is to wait for it. */
  status: 'off' | 'asking' | 'on' | 'refused' | 'unanswered' | 'missing' | 'busy' | 'lost'
  stream: MediaStream | null
  deviceId: string | null
  devices: readonly { id: string; label: string }[]
}

const off: CameraState = { status: 'off', stream: null, deviceId: null, devices: [] }
const listeners = new Set<() => void>()
let state: CameraState = off
let round = 0

function set(change: Partial<CameraState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const readCamera = (): CameraState => state

export function watchCamera(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null
    track.stop()
  }
}

export function stopCamera(): void {
  round += 1
  stopTracks(state.stream)
  set(off)
}

function statusOf(error: unknown): CameraState['status'] {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

async function listCameras(): Promise<CameraState['devices']> {
  const all = await navigator.mediaDevices.enumerateDevices()
  return all
    .filter((device) => device.kind === 'videoinput')
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Camera ${index + 1}` }))
}

/**
 * Asks for the camera, or for another one; answers whether it is on. A prompt that nobody answers is no camera after a
 * while; answered later, it still turns the camera on.
 */
export async function startCamera(deviceId?: string): Promise<boolean> {
  if (state.status === 'on' && (deviceId === undefined || deviceId === state.deviceId)) return true
  if (!navigator.mediaDevices) {
    set({ status: 'missing' })
    return false
  }
  round += 1
  const mine = round
  stopTracks(state.stream)
  set({ status: 'asking', stream: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      if (mine === round) set({ status: 'unanswered' })
      resolve(false)
    }, PROMPT_MS)
  })
  return Promise.race([late, open(mine, deviceId).finally(() => clearTimeout(timer))])
}

/** @param mine the round it is asked in: one that a later round has replaced changes nothing */
async function open(mine: number, deviceId: string | undefined): Promise<boolean> {
  try {
    // Enough to see oneself: twice as many are felt beside the typing on a slow device.
    const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 15 } }
    const which = deviceId === undefined ? { facingMode: 'user' } : { deviceId: { exact: deviceId } }
    const stream = await navigator.mediaDevices.getUserMedia({ video: { ...which, ...size }, audio: false })
    const devices = await listCameras().catch(() => [])
    if (mine !== round) {
      stopTracks(stream)
      return false
    }
    const track = stream.getVideoTracks()[0]
    if (track) track.onended = () => set({ status: 'lost', stream: null })
    set({
      status: 'on',
      stream,
      deviceId: track?.getSettings().deviceId ?? null,
      devices,
    })
    return true
  } catch (error) {
    console.warn('The camera cannot be used:', error)
    if (mine === round) set({ status: statusOf(error), stream: null })
    return false
  }
}

/** The camera's state; asks for it on load where it is wanted, and again when one is plugged in. */
export function useCamera(wanted: boolean): CameraState {
  const camera = useSyncExternalStore(watchCamera, readCamera)
  useEffect(() => {
    if (!wanted) return
    startCamera()
    const again = () => {
      const { status } = readCamera()
      if (status === 'lost' || status === 'missing') startCamera()
    }
    navigator.mediaDevices?.addEventListener('devicechange', again)
    return () => navigator.mediaDevices?.removeEventListener('devicechange', again)
  }, [wanted])
  return camera
}
