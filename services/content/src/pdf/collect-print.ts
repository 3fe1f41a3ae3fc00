import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../storage/files/blobs.ts'
import type { Roots } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import { collectFiles } from './collect-files.ts'
import { collectTexts } from './collect-texts.ts'
import type { PdfGrant } from './pdf-address.ts'
import { inFolder, type PrintHead } from './print/print-job.ts'
import { selectPages } from './selection.ts'

interface PrintContent {
  storage: Storage
  roots: Roots
  blobs: BlobStore
  grant: PdfGrant
  head: Omit<PrintHead, 'titles' | 'reusables' | 'files'>
}

/**
 * Writes the input of a print to its folder. Throws 404 if the page does not exist, 409 if the content is too large.
 */
export async function collectPrint(
  { storage, roots, blobs, grant, head }: PrintContent,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const selected = await selectPages(storage, roots, grant)
  const { referred, reusables } = await collectTexts({ storage, roots, signal }, selected, folder)
  const titles = await getMany(storage.nodes, roots.pages, [...referred.pages])
  const entries = await getMany(storage.nodes, roots.files, [...referred.files])
  const files = await collectFiles(entries, { blobs, folder, signal })
  const whole: PrintHead = {
    ...head,
    titles: Object.fromEntries([...titles].map(([id, { title }]) => [id, title])),
    reusables,
    files,
  }
  await writeFile(join(folder, inFolder.head), JSON.stringify(whole), { flag: 'wx', mode: 0o600 })
}
