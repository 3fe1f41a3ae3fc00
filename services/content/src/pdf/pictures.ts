import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../files/blobs.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { pdfLimits } from './limits.ts'
import type { PrintFile } from './print/job.ts'

/** What Typst reads. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])

/** Files as a print names them; the bytes of pictures are copied to the folder of the job, as far as there is room. */
export async function gatherFiles(
  files: ReadonlyMap<string, FileEntry>,
  { blobs, folder, signal }: { blobs: BlobStore; folder: string; signal: AbortSignal },
): Promise<Record<string, PrintFile>> {
  const room = { pictures: pdfLimits.pictures, bytes: pdfLimits.allPictureBytes, pixels: pdfLimits.allPixels }
  const gathered: Record<string, PrintFile> = {}
  for (const [id, entry] of files) {
    signal.throwIfAborted()
    const { name, size, dimensions } = entry
    const picture = takesRoom(entry, room) ? `picture-${Object.keys(gathered).length}` : undefined
    const isCopied = picture !== undefined && (await copied(entry.blob, join(folder, picture)))
    gathered[id] = { name, size, ...(isCopied && { picture, width: dimensions?.width }) }
  }
  return gathered

  async function copied(blob: string, path: string): Promise<boolean> {
    const content = await blobs.open(blob)
    if (!content) return false
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    return true
  }
}

interface Room {
  pictures: number
  bytes: number
  pixels: number
}

/** Whether a file is a picture that has room; it takes that. A picture of unknown size may be of any. */
function takesRoom({ contentType, size, dimensions }: FileEntry, room: Room): boolean {
  const pixels = dimensions ? dimensions.width * dimensions.height : Number.POSITIVE_INFINITY
  // Lines and shapes are no pixels.
  const unpacked = contentType === 'image/svg+xml' ? 0 : pixels
  if (!shown.has(contentType) || size > pdfLimits.pictureBytes || unpacked > pdfLimits.pixels) return false
  if (room.pictures < 1 || size > room.bytes || unpacked > room.pixels) return false
  room.pictures -= 1
  room.bytes -= size
  room.pixels -= unpacked
  return true
}
