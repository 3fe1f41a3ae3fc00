import type { FileHandle } from 'node:fs/promises'
import { badRequest, guardedFetch, type OutboundAllow } from '@quire/kit'
import { openSpool } from '../files/spool.ts'
import { readArchive } from './archive.ts'
import { importedBytes } from './limits.ts'
import { type ImportPlan, type PlanOptions, planImport } from './plan.ts'
import type { SourceFile } from './sources.ts'

interface PrepareImport extends Omit<PlanOptions, 'field'> {
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
 * Fetches and reads what is to be imported: a zip of markdown, or one markdown file. Changes nothing; throws 400
 * naming `body.source` or `body.url` where it cannot be imported whole.
 */
export async function prepareImport({
  url,
  source,
  allow,
  signal,
  folder,
  ...options
}: PrepareImport): Promise<ImportPlan> {
  const read = readers.get(source)
  if (!read) throw badRequest('body.source', `${source} is not supported yet: use zip or markdown`)
  await using spool = await openSpool(folder)
  const limits = { timeoutMs, maxBytes: importedBytes }
  const fetched = await guardedFetch(url, { allow, field, signal, ...limits, write: (piece) => spool.writeFile(piece) })
  return await planImport(await read(spool, fetched.url), { ...options, signal, field })
}

type Reader = (spool: FileHandle, url: string) => Promise<SourceFile[]>

const readers = new Map<string, Reader>([
  ['zip', (spool) => readArchive(spool, { field })],
  ['markdown', async (spool, url) => [{ path: fileName(url), read: () => readWhole(spool) }]],
])

async function readWhole(spool: FileHandle): Promise<Buffer> {
  const { size } = await spool.stat()
  const { buffer } = await spool.read(Buffer.alloc(size), 0, size, 0)
  return buffer
}

/** The last part of the address, as a markdown file's name. */
function fileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = last.replaceAll(/%[0-9a-f]{2}|[^\w.-]/gi, '-').replace(/\.(md|markdown|txt)$/i, '')
  return `${name.replace(/^[.-]+/, '') || 'README'}.md`
}
