import { SNAPSHOT_MAX_BYTES, SNAPSHOT_PIXELS } from '#contract/constants.ts'

const QUALITIES = [0.85, 0.7, 0.5, 0.3]

async function playing(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  await video.play()
  if (video.videoWidth === 0) throw new Error('The camera shows nothing')
  return video
}

const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * A still picture: the middle square of what the camera sees, 500 × 500, within the limit of bytes.
 * @throws where the camera gives no picture
 */
export async function takeSnapshot(stream: MediaStream): Promise<Blob> {
  const video = await playing(stream)
  const side = Math.min(video.videoWidth, video.videoHeight)
  const canvas = document.createElement('canvas')
  canvas.width = SNAPSHOT_PIXELS
  canvas.height = SNAPSHOT_PIXELS
  const left = (video.videoWidth - side) / 2
  const top = (video.videoHeight - side) / 2
  canvas.getContext('2d')?.drawImage(video, left, top, side, side, 0, 0, SNAPSHOT_PIXELS, SNAPSHOT_PIXELS)
  video.srcObject = null
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality)
    if (blob && blob.size <= SNAPSHOT_MAX_BYTES) return blob
  }
  throw new Error('The picture could not be made small enough')
}
