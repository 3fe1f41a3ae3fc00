import type { Readable } from 'node:stream'
import { guardedClient, type OutboundAllow, Refusal } from '@quire/kit'
import { openSpool } from '../files/spool.ts'
import { archiveLimits } from './limits.ts'
import { type ImportPlan, type PlanOptions, planImport } from './plan.ts'
import { freePaths, plainName } from './readers/names.ts'
import { readerOf } from './readers/readers.ts'
import type { FileReader, OpenFile, Reading } from './readers/reading.ts'
import { openScratch } from './scratch.ts'
import type { ReadSources } from './sources.ts'

/** A file that was uploaded whole. */
export interface UploadedFile {
  name: string
  stream(): Promise<Readable>
}

interface PrepareUploads extends Omit<PlanOptions, 'field' | 'failures' | 'outline' | 'signal'> {
  uploads: UploadedFile[]
  /** OUTBOUND_ALLOW. */
  allow: OutboundAllow
  signal: AbortSignal
  /** Where the files wait. */
  folder: string
}

export const filesField = 'body.source.files'

/** Sources as `importContent` names them, by what names of files end with. */
const kinds: Record<string, string> = {
  docx: 'docx',
  htm: 'html',
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
  zip: 'zip',
}
const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
const kindOf = (name: string) => kinds[endingOf(name)]

/** An archive has a tree of its own, and may be as large as an import may be. */
export const isArchive = ({ name }: Pick<UploadedFile, 'name'>): boolean => kindOf(name) === 'zip'

/**
 * Reads files that were uploaded, side by side: their names alone tell how. One that cannot be read is a failure of its
 * own; throws 400 where none can.
 */
export async function prepareUploads({ uploads, allow, folder, ...options }: PrepareUploads): Promise<ImportPlan> {
  const { signal, parser } = options
  await using opened = new AsyncDisposableStack()
  const web = opened.use(guardedClient({ allow }))
  const scratch = opened.use(await openScratch(folder, filesField, archiveLimits.totalBytes))
  const freeName = freePaths()
  const all: ReadSources = { files: [], failures: [] }
  for (const { name, stream } of uploads) {
    const bytes = opened.use(await openSpool(folder))
    for await (const piece of await stream()) {
      signal.throwIfAborted()
      await bytes.writeFile(piece)
    }
    const file = { bytes, name: freeName(pathOf(name)), contentType: '' }
    const { files, failures, outline } = await readOne(file, { web, parser, scratch, signal, field: filesField })
    all.files.push(...files)
    all.failures.push(...failures)
    // An archive is the only one of its import.
    if (outline) all.outline = outline
  }
  return await planImport(all.files, { ...options, ...all, field: filesField })
}

/** Short enough to stay itself where its reader makes a path of it. */
const pathOf = (name: string) => `${plainName(name, 'document').slice(0, 90)}.${endingOf(name)}`

async function readOne(file: OpenFile, reading: Reading): Promise<ReadSources> {
  try {
    return await readerNamed(file)(file, reading)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    return { files: [], failures: [{ path: file.name, problem: error.message.replace(/^body\.[\w.]+: /, '') }] }
  }
}

function readerNamed({ name }: OpenFile): FileReader {
  const reader = readerOf(kindOf(name) ?? '')
  if (!reader || !('file' in reader)) throw new Refusal(400, 'is no kind of file that is imported')
  return reader.file
}
