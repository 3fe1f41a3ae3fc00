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
 * Encodes a picture with the 256 colours that it has most of; every other pixel gets the nearest one of them. The
 * result takes a third of a PNG of all colours, which no kept library writes. Equal pictures give equal bytes.
 */
export function encodePalettePng({ width, height, data }: Pixels): Buffer {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const palette = commonest(pixels)
  const indexes = new Map(palette.map((colour, index) => [colour, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x] ?? 0
      let index = indexes.get(colour)
      if (index === undefined) {
        index = nearest(palette, colour)
        indexes.set(colour, index)
      }
      rows[y * (width + 1) + x + 1] = index
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which is an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap(channels))
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

/** Returns the most frequent colours; of equally frequent ones those of smaller values. */
function commonest(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || one - other)
    .slice(0, maxColours)
    .map(([colour]) => colour)
}

/** Returns red, green and blue; screenshots are opaque. */
const channels = (colour: number) => [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff] as const

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channels(colour)
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const [index, one] of palette.entries()) {
    const [r, g, b] = channels(one)
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
