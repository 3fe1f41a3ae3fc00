import type { Readable } from 'node:stream'
import { guardedClient, type OutboundAllow, Refusal } from '@quire/kit'
import { openSpool } from '../storage/files/spool.ts'
import { type ImportBounds, requireRoomFor } from './import-bounds.ts'
import { archiveLimits } from './import-limits.ts'
import type { ImportPlan, PlanOptions, ReportStep } from './import-plan.ts'
import { openScratch } from './import-scratch.ts'
import { isUpload } from './import-sources.ts'
import { planImport } from './plan-import.ts'
import { freePaths, pathOfName, plainName } from './readers/file-names.ts'
import type { FileReader, OpenFile, Reading } from './readers/file-reader.ts'
import { readerOf } from './readers/source-readers.ts'
import { withRemotePictures } from './remote/with-remote-pictures.ts'
import type { ReadSources } from './source-files.ts'

/** A completely uploaded file. */
export interface UploadedFile {
  name: string
  stream(): Promise<Readable>
}

interface PrepareUploads extends Omit<PlanOptions, 'field' | 'failures' | 'outline' | 'signal'> {
  uploads: UploadedFile[]
  /** OUTBOUND_ALLOW. */
  allow: OutboundAllow
  signal: AbortSignal
  /** Folder for temporary files. */
  folder: string
  bounds: ImportBounds
  onStep?: ReportStep
}

export const filesField = 'body.source.files'

/** Sources of `importContent`, by file extension. */
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

/** True for an archive, which has a complete tree and is therefore imported alone. */
export const isArchive = ({ name }: Pick<UploadedFile, 'name'>): boolean => kindOf(name) === 'zip'

/**
 * Reads uploaded files by the format that their names indicate. A file that cannot be read is a failure. Throws 400 if
 * none can be read.
 */
export async function prepareUploads({
  uploads,
  allow,
  folder,
  bounds,
  onStep,
  ...options
}: PrepareUploads): Promise<ImportPlan> {
  const { signal, parser } = options
  await using opened = new AsyncDisposableStack()
  const web = opened.use(guardedClient({ allow }))
  const scratch = opened.use(await openScratch(folder, filesField, archiveLimits.totalBytes))
  const freeName = freePaths()
  const plain = new Map<string, string>()
  const all: ReadSources = { files: [], failures: [] }
  const reading = { web, parser, scratch, signal, field: filesField, onStep }
  for (const { name, stream } of uploads) {
    const bytes = opened.use(await openSpool(folder))
    const write = bounds.disk.watched((piece) => bytes.writeFile(piece))
    for await (const piece of await stream()) {
      signal.throwIfAborted()
      await write(piece)
    }
    const file = { bytes, name: freeName(pathOfName(name)), contentType: '' }
    plain.set(file.name, plainPathOf(name))
    const { files, failures, ...found } = await readOne(file, reading)
    all.files.push(...files)
    all.failures.push(...failures)
    // Only an archive has an outline, and it is imported alone.
    Object.assign(all, found)
  }
  const { files, ...found } = await withRemotePictures(all, reading, bounds.remotePictures)
  await requireRoomFor(bounds, files)
  const known = { ...options.known, pages: withPlainPaths(options, plain) }
  return await planImport(files, { ...options, ...found, known, field: filesField })
}

/** The endings of plain paths, by source. */
const plainEndings: Record<string, string> = { docx: 'docx', html: 'html', markdown: 'md' }

/**
 * Makes the path of an upload that consists of letters and digits of ASCII; a space may have the page of a file at it. Empty
 * where the name has none of them: one path was that of all such files.
 */
function plainPathOf(name: string): string {
  const stem = plainName(name, '').slice(0, 90)
  return stem && `${stem}.${plainEndings[kindOf(name) ?? ''] ?? endingOf(name)}`
}

/**
 * Returns the known ids with those of the pages at plain paths, so that a file which is imported again keeps its page;
 * `plain` has the plain paths of all files of the import by their paths. A page that another source has brought, or that is
 * at the path of another file, is not taken.
 */
function withPlainPaths(
  { known, knownSources }: Pick<PlanOptions, 'known' | 'knownSources'>,
  plain: ReadonlyMap<string, string>,
): Map<string, string> {
  const pages = known?.pages ?? new Map<string, string>()
  const uploaded = new Set([...(knownSources ?? [])].flatMap(([source, paths]) => (isUpload(source) ? [...paths] : [])))
  const names = Map.groupBy(plain.values(), (path) => path)
  const ids = new Map(pages)
  for (const [path, plainPath] of plain) {
    const id = uploaded.has(plainPath) ? pages.get(plainPath) : undefined
    const isOwn = !pages.has(path) && !plain.has(plainPath) && names.get(plainPath)?.length === 1
    if (id !== undefined && isOwn) ids.set(path, id)
  }
  return ids
}

/** Reads a file, whose page has its name as the path: other files of the import may link to it. */
async function readOne(file: OpenFile, reading: Reading): Promise<ReadSources> {
  try {
    const read = await readerNamed(file)(file, reading)
    const [page, ...others] = read.files
    return isArchive(file) || !page ? read : { ...read, files: [{ ...page, path: file.name }, ...others] }
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
