/** A file with a jpeg's markers that says it has these sides; `fill` makes two of them differ. */
export function jpeg(
  options: { width?: number; height?: number; bytes?: number; fill?: number } = {},
): Uint8Array<ArrayBuffer> {
  const { width = 500, height = 500, bytes = 4_000, fill = 1 } = options
  const start = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const file = new Uint8Array(bytes).fill(fill)
  file.set([...start, ...frame, ...scan])
  file.set([0xff, 0xd9], bytes - 2)
  return file
}
