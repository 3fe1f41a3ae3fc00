import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const maxColours = 256
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A decoded picture: four bytes for each pixel. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

export const decodePng = (png: Uint8Array): Pixels => PNG.sync.read(Buffer.from(png))
export const encodePng = ({ width, height, data }: Pixels): Buffer => {
  const png = new PNG({ width, height })
  data.copy(png.data)
  return PNG.sync.write(png)
}

/**
 * Encodes a picture with at most 256 colours: of colours that are alike, the most frequent one stands for all. The
 * result takes a third of a PNG of all colours, which no kept library writes.
 */
export function encodePalettePng({ width, height, data }: Pixels): Buffer {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const { palette, indexOf } = paletteOf(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = indexOf.get(pixels[y * width + x] ?? 0) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which is an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((one) => [one & 0xff, (one >> 8) & 0xff, (one >> 16) & 0xff]))
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

/** Returns the colours to write, and the position of the one that stands for each colour of the picture. */
function paletteOf(pixels: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const commonest = [...counts].sort(([one, many], [other, more]) => more - many || one - other)
  for (let bits = 0; ; bits++) {
    // Colours are alike if all their channels have the same leading bits.
    const channel = (0xff << bits) & 0xff
    const mask = (channel << 16) | (channel << 8) | channel
    const indexes = new Map<number, number>()
    const palette: number[] = []
    for (const [colour] of commonest) {
      if (indexes.has(colour & mask)) continue
      indexes.set(colour & mask, palette.length)
      palette.push(colour)
    }
    if (palette.length <= maxColours)
      return { palette, indexOf: new Map(commonest.map(([colour]) => [colour, indexes.get(colour & mask) ?? 0])) }
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
