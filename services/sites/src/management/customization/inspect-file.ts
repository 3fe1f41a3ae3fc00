import { type SiteFileType, siteFileLimits, siteFileTypes } from '@quire/contracts'
import { badRequest, ownBytes, tooLarge } from '@quire/kit'
import { imageSize } from 'image-size'

/** The properties of a file of a site that its bytes show; nothing that the client says of it counts. */
interface InspectedFile {
  kind: 'picture' | 'font'
  contentType: SiteFileType
  dimensions?: { width: number; height: number }
}

/** Browsers decode a picture of this many pixels in each direction into 64 MB. */
const maxPixels = 4096
/** Browsers unpack a font before they use it; those of all Chinese characters have 20 MB. */
const maxUnpackedBytes = 32 * 1024 ** 2

/** Detects what a file is by its bytes. Throws 400 unless it is a picture or font that visitors may be sent; 413. */
export async function inspectFile(bytes: Buffer): Promise<InspectedFile> {
  const contentType = await typeOf(bytes)
  if (contentType.startsWith('font/')) {
    requireFont(bytes, contentType)
    return { kind: 'font', contentType }
  }
  const isDrawing = contentType === 'image/svg+xml'
  requireSize(bytes, isDrawing ? siteFileLimits.drawing : siteFileLimits.picture)
  if (!isDrawing) return { kind: 'picture', contentType, dimensions: dimensionsOf(bytes) }
  // The parser of XML is loaded with the first drawing.
  const { unsafePart } = await import('./inspect-drawing.ts')
  const unsafe = unsafePart(bytes)
  if (unsafe !== undefined) throw badRequest('body', `is a drawing with ${unsafe}: save it without`)
  return { kind: 'picture', contentType }
}

async function typeOf(bytes: Buffer): Promise<SiteFileType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found && found.mime !== 'application/xml') {
    if (found.mime in siteFileTypes) return found.mime as SiteFileType
    throw badRequest('body', `is ${found.mime}: ${accepted}`)
  }
  if (/^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(bytes.toString('utf8', 0, 1000).replace(/^\uFEFF/, '')))
    return 'image/svg+xml'
  throw badRequest('body', `is neither a picture nor a font: ${accepted}`)
}

const accepted = 'send PNG, JPEG, GIF, WebP, ICO or SVG for a picture, WOFF2, WOFF, TTF or OTF for a font'

function requireSize(bytes: Buffer, max: number): void {
  if (bytes.length > max) throw tooLarge(`A file of this kind may have ${max} bytes.`)
}

function dimensionsOf(bytes: Buffer): { width: number; height: number } {
  const { width, height } = measured(bytes)
  if (width > maxPixels || height > maxPixels)
    throw badRequest('body', `is a picture of ${width} by ${height} pixels: it may have ${maxPixels} in each direction`)
  return { width, height }
}

function measured(bytes: Buffer) {
  try {
    // The library reads past the end of a part of a buffer, into what else that holds.
    const { width, height, images = [] } = imageSize(ownBytes(bytes))
    // An icon holds the same picture in several sizes.
    const all = [{ width, height }, ...images]
    const largest = {
      width: Math.max(...all.map((one) => one.width)),
      height: Math.max(...all.map((one) => one.height)),
    }
    if (largest.width > 0 && largest.height > 0) return largest
  } catch {
    // The library's message is about its own parsing.
  }
  throw badRequest('body', 'is a damaged picture: it has no width and height')
}

/** Throws 400 unless the header of a font is true: its length is the file's, and its tables lie in the file. */
function requireFont(bytes: Buffer, contentType: SiteFileType): void {
  const isPacked = contentType === 'font/woff2' || contentType === 'font/woff'
  if (bytes.length < 64 || !(isPacked ? isPackedFont(bytes) : areTablesInside(bytes)))
    throw badRequest('body', 'is a damaged font: its header does not fit the file')
  if (isPacked && bytes.readUInt32BE(16) > maxUnpackedBytes)
    throw badRequest('body', `is a font of more than ${maxUnpackedBytes} bytes unpacked`)
}

/** WOFF and WOFF2 have the length at byte 8 and the number of tables at byte 12. */
const isPackedFont = (bytes: Buffer) =>
  isFlavour(bytes.readUInt32BE(4)) && bytes.readUInt32BE(8) === bytes.length && bytes.readUInt16BE(12) > 0

const isFlavour = (tag: number) => tag === 0x0001_0000 || tag === 0x4f54_544f || tag === 0x7472_7565

/** Each record of 16 bytes has the position and the length of a table; fonts without these tables draw nothing. */
function areTablesInside(bytes: Buffer): boolean {
  const count = bytes.readUInt16BE(4)
  if (count === 0 || 12 + count * 16 > bytes.length) return false
  const records = Array.from({ length: count }, (_, at) => bytes.subarray(12 + at * 16, 28 + at * 16))
  const names = new Set(records.map((record) => record.toString('latin1', 0, 4)))
  return (
    ['cmap', 'head', 'hhea', 'hmtx', 'maxp'].every((name) => names.has(name)) &&
    records.every((record) => record.readUInt32BE(8) + record.readUInt32BE(12) <= bytes.length)
  )
}
