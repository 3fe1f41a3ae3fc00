import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../storage/files/blobs.ts'
import type { FileEntry } from '../storage/revisions/revision-entries.ts'
import { pdfLimits } from './pdf-limits.ts'
import type { PrintFile } from './print/print-job.ts'

/** Picture formats that Typst reads. */
const printableTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])

/** Describes files for a print, and copies the bytes of pictures to the folder of the job, within the limits. */
export async function collectFiles(
  files: ReadonlyMap<string, FileEntry>,
  { blobs, folder, signal }: { blobs: BlobStore; folder: string; signal: AbortSignal },
): Promise<Record<string, PrintFile>> {
  const budget = { pictures: pdfLimits.pictures, bytes: pdfLimits.allPictureBytes, pixels: pdfLimits.allPixels }
  const collected: Record<string, PrintFile> = {}
  for (const [id, entry] of files) {
    signal.throwIfAborted()
    const { name, size, dimensions } = entry
    const picture = takeFromBudget(entry, budget) ? `picture-${Object.keys(collected).length}` : undefined
    const isCopied = picture !== undefined && (await copied(entry.blob, join(folder, picture)))
    collected[id] = { name, size, ...(isCopied && { picture, width: dimensions?.width }) }
  }
  return collected

  async function copied(blob: string, path: string): Promise<boolean> {
    const content = await blobs.open(blob)
    if (!content) return false
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    return true
  }
}

interface Budget {
  pictures: number
  bytes: number
  pixels: number
}

/**
 * True if a file is a picture that fits into the budget, which it then reduces. Unknown dimensions count as too large.
 */
function takeFromBudget({ contentType, size, dimensions }: FileEntry, budget: Budget): boolean {
  const pixels = dimensions ? dimensions.width * dimensions.height : Number.POSITIVE_INFINITY
  // Vector graphics have no pixels.
  const unpacked = contentType === 'image/svg+xml' ? 0 : pixels
  if (!printableTypes.has(contentType) || size > pdfLimits.pictureBytes || unpacked > pdfLimits.pixels) return false
  if (budget.pictures < 1 || size > budget.bytes || unpacked > budget.pixels) return false
  budget.pictures -= 1
  budget.bytes -= size
  budget.pixels -= unpacked
  return true
}
