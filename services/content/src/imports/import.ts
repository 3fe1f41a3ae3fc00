import { badRequest, guardedClient, type OutboundAllow } from '@quire/kit'
import { openSpool } from '../files/spool.ts'
import { archiveLimits, importedBytes } from './limits.ts'
import { type ImportPlan, type PlanOptions, planImport } from './plan.ts'
import { readerOf } from './readers/readers.ts'
import type { OpenFile } from './readers/reading.ts'
import { openScratch } from './scratch.ts'

interface PrepareImport extends Omit<PlanOptions, 'field' | 'failures' | 'outline' | 'signal'> {
  /** The body of `importContent`. */
  url: string
  source: string
  /** OUTBOUND_ALLOW. */
  allow: OutboundAllow
  signal: AbortSignal
  /** Where what is fetched waits. */
  folder: string
}

const field = 'body.url'
const timeoutMs = 30_000

/**
 * Fetches and reads what is to be imported. Changes nothing; throws 400 naming `body.source` or `body.url` where nothing
 * of it can be imported.
 */
export async function prepareImport({ url, source, allow, folder, ...options }: PrepareImport): Promise<ImportPlan> {
  const reader = readerOf(source)
  if (!reader) throw badRequest('body.source', `${source} is not read yet`)
  const { signal, parser } = options
  const progress = rising(options.progress)
  await using web = guardedClient({ allow })
  await using scratch = await openScratch(folder, field, archiveLimits.totalBytes)
  await using bytes = await openSpool(folder)
  const reading = { web, parser, scratch, signal, field, progress }

  async function fetched(): Promise<OpenFile> {
    const limits = { timeoutMs, maxBytes: importedBytes }
    const { url: at, contentType } = await web.get(url, {
      field,
      signal,
      ...limits,
      write: (piece) => bytes.writeFile(piece),
    })
    return { bytes, name: nameIn(at), contentType, url: at }
  }

  const { files, ...found } =
    'site' in reader ? await reader.site(url, reading) : await reader.file(await fetched(), reading)
  return await planImport(files, { ...options, ...found, field, progress })
}

/** Pages are counted where they are fetched and again where they are planned: what is shown never falls. */
function rising(progress: PlanOptions['progress']): NonNullable<PlanOptions['progress']> {
  let [imported, total] = [0, 0]
  return ({ importedResources, totalResources }) => {
    imported = Math.max(imported, importedResources)
    total = Math.max(total, totalResources)
    progress?.({ importedResources: imported, totalResources: total })
  }
}

/** The last part of an address, as it stands there. */
const nameIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
