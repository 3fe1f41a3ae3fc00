import { badRequest, guardedClient, type OutboundAllow } from '@quire/kit'
import { openSpool } from '../storage/files/spool.ts'
import { type ImportBounds, requireRoomFor } from './import-bounds.ts'
import { archiveLimits, sourceTimeouts } from './import-limits.ts'
import type { ImportPlan, PlanOptions, ReportStep } from './import-plan.ts'
import { openScratch } from './import-scratch.ts'
import { planImport } from './plan-import.ts'
import type { FileReader, OpenFile } from './readers/file-reader.ts'
import { readerOf } from './readers/source-readers.ts'
import { withRemotePictures } from './remote/with-remote-pictures.ts'

interface PrepareImport extends Omit<PlanOptions, 'field' | 'failures' | 'outline' | 'signal'> {
  /** The body of `importContent`. */
  url: string
  source: string
  /** OUTBOUND_ALLOW. */
  allow: OutboundAllow
  signal: AbortSignal
  /** Folder for temporary files. */
  folder: string
  bounds: ImportBounds
  onStep?: ReportStep
}

const field = 'body.url'

/**
 * Fetches and reads the source of an import. Changes nothing. Throws 400 naming `body.source` or `body.url` if nothing
 * can be imported.
 */
export async function prepareImport({
  url,
  source,
  allow,
  folder,
  bounds,
  onStep,
  ...options
}: PrepareImport): Promise<ImportPlan> {
  const reader = readerOf(source)
  if (!reader) throw badRequest('body.source', `${source} is not read yet`)
  const { signal, parser } = options
  const progress = monotonic(options.progress)
  await using web = guardedClient({ allow })
  await using scratch = await openScratch(folder, field, archiveLimits.totalBytes)
  await using bytes = await openSpool(folder)
  const reading = { web, parser, scratch, signal, field, progress, onStep }

  async function fetchSource(): Promise<OpenFile> {
    const limits = { ...sourceTimeouts, maxBytes: bounds.maxBytes }
    const { url: at, contentType } = await web.get(url, {
      field,
      signal,
      ...limits,
      write: bounds.disk.watched((piece) => bytes.writeFile(piece)),
    })
    return { bytes, name: nameIn(at), contentType, url: at }
  }

  async function readFile(read: FileReader) {
    return await withRemotePictures(await read(await fetchSource(), reading), reading, bounds.remotePictures)
  }

  // A site's reader decides which pictures the site may be asked for.
  const { files, ...found } = 'site' in reader ? await reader.site(url, reading) : await readFile(reader.file)
  await requireRoomFor(bounds, files)
  return await planImport(files, { ...options, ...found, field, progress })
}

/** Keeps progress from decreasing: pages are counted when they are fetched and again when they are planned. */
function monotonic(progress: PlanOptions['progress']): NonNullable<PlanOptions['progress']> {
  let [imported, total] = [0, 0]
  return ({ importedResources, totalResources }) => {
    imported = Math.max(imported, importedResources)
    total = Math.max(total, totalResources)
    progress?.({ importedResources: imported, totalResources: total })
  }
}

/** Returns the last part of an address, without decoding it. */
const nameIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
