import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../files/blobs.ts'
import type { Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany } from '../trees/read.ts'
import type { PdfGrant } from './address.ts'
import { gatherFiles } from './pictures.ts'
import { inFolder, type PrintHead } from './print/job.ts'
import { selectPages } from './selection.ts'
import { gatherTexts } from './texts.ts'

interface Gathering {
  storage: Storage
  roots: Roots
  blobs: BlobStore
  grant: PdfGrant
  head: Omit<PrintHead, 'titles' | 'reusables' | 'files'>
}

/** Puts all that a print needs into its folder. Throws 404 where the page is not there, 409 where there is too much. */
export async function gather(
  { storage, roots, blobs, grant, head }: Gathering,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const selected = await selectPages(storage, roots, grant)
  const { referred, reusables } = await gatherTexts({ storage, roots, signal }, selected, folder)
  const titles = await getMany(storage.nodes, roots.pages, [...referred.pages])
  const entries = await getMany(storage.nodes, roots.files, [...referred.files])
  const files = await gatherFiles(entries, { blobs, folder, signal })
  const whole: PrintHead = {
    ...head,
    titles: Object.fromEntries([...titles].map(([id, { title }]) => [id, title])),
    reusables,
    files,
  }
  await writeFile(join(folder, inFolder.head), JSON.stringify(whole), { flag: 'wx', mode: 0o600 })
}
