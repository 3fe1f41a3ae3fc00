import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createGroupSemaphore, type Logger, Refusal, unavailable } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database.ts'
import { noAddress } from '../openapi/bundle.ts'
import type { SpecificationOutcome, SpecificationTexts } from '../openapi/read-specification.ts'
import { type BlobStore, sha256In } from '../storage/files/blobs.ts'
import type { FileEntry } from '../storage/revisions/revision-entries.ts'
import { type PartsContext, readParts } from './presented-specifications.ts'
import type { TextReferences } from './text-references.ts'

/** Larger files are not read: their pages are parsed with each visit that is not cached. */
const maxBytes = 4 * 1024 ** 2
const maxCharacters = 2 * maxBytes
/** Specifications in files that one page may present parts of. */
const maxFiles = 5
/** Memory for specifications that are cached as JSON, of two bytes a character at most. */
const maxCachedBytes = 32 * 1024 ** 2
/** A page waits this long for a file that is read for the first time, and presents it from the next time on. */
const maxWaitMs = 4000

/**
 * Files of one organization that may wait for its turn; a file beyond them is read with a later visit. Organizations wait
 * without a bound, each with one file of a minute at most: whoever has many would have all others refused.
 */
const maxWaiting = 20
/** Memory for the names of files without a specification, apart: large specifications would have them read again. */
const maxFailedBytes = 1024 ** 2
const failedBytes = 200

/** Reads specifications in files, such as those that a documentation has beside its pages. */
export interface FileSpecifications {
  /**
   * Returns the specification as JSON; undefined if the file has none, is too large, or is still being read. Files of
   * organizations take turns.
   */
  read(file: Pick<FileEntry, 'blob' | 'size'>, organizationId: string): Promise<string | undefined>
}

interface FileSpecificationsParts {
  blobs: Pick<BlobStore, 'open'>
  /** Reads a text in a thread of its own, within bounds of time and memory. */
  read(texts: SpecificationTexts, signal: AbortSignal): Promise<SpecificationOutcome>
  log: Logger
}

export function createFileSpecifications({ blobs, read, log }: FileSpecificationsParts): FileSpecifications {
  // By the hash of the bytes.
  const known = new LRUCache<string, string>({
    maxSize: maxCachedBytes,
    sizeCalculation: (json) => 2 * json.length + 200,
  })
  const failed = new LRUCache<string, true>({ maxSize: maxFailedBytes, sizeCalculation: () => failedBytes })
  const inFlight = new Map<string, Promise<string>>()
  const terms = {
    ...{ permitsPerGroup: 1, timeoutMs: undefined },
    refusal: () => unavailable('Many specifications in files are being read.'),
  }
  const inOrganization = createGroupSemaphore({ ...terms, permits: Number.POSITIVE_INFINITY, maxWaiting })
  const inThread = createGroupSemaphore({ ...terms, permits: 1 })

  async function readFile(blob: string, signal: AbortSignal): Promise<string> {
    const bytes = await blobs.open(blob)
    if (!bytes) return ''
    const text = (await buffer(bytes)).toString('utf8')
    const outcome = await read({ text, at: noAddress, files: [], maxCharacters }, signal)
    return 'json' in outcome ? outcome.json : ''
  }

  function begin(key: string, blob: string, organizationId: string): Promise<string> {
    const { signal } = new AbortController()
    // The turn comes first: texts that wait for the thread would fill the memory.
    const reading = inOrganization(organizationId, signal, () =>
      inThread(organizationId, signal, () => readFile(blob, signal)),
    )
      .then((json) => {
        if (json === '') failed.set(key, true)
        else known.set(key, json)
        return json
      })
      .catch((error) => {
        if (!(error instanceof Refusal)) log.warn({ err: error }, 'a specification in a file could not be read')
        return ''
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  return {
    async read({ blob, size }, organizationId) {
      const key = sha256In(blob)
      if (size > maxBytes || failed.has(key)) return undefined
      const json =
        known.get(key) ??
        (await Promise.race([
          inFlight.get(key) ?? begin(key, blob, organizationId),
          setTimeout(maxWaitMs, '', { ref: false }),
        ]))
      return json || undefined
    },
  }
}

type FilesContext = PartsContext & { sql: Sql; deps: { fileSpecifications: FileSpecifications } }

/** The parts of specifications in files that a page of a space presents, by `file:` and the id of the file. */
export async function specificationsInFiles(
  context: FilesContext,
  spaceId: string,
  { fileSpecs }: Pick<TextReferences, 'fileSpecs'>,
  files: ReadonlyMap<string, FileEntry>,
): Promise<Record<string, Record<string, unknown>>> {
  const wanted = [...fileSpecs].slice(0, maxFiles)
  const found = await Promise.all(
    wanted.map(async ([id, parts]) => {
      const file = files.get(id)
      const load = async () =>
        file && context.deps.fileSpecifications.read(file, await organizationOf(context.sql, spaceId))
      const read = file && (await readParts(context, { content: sha256In(file.blob), parts, load }))
      return read ? [[`file:${id}`, read.parts] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}

async function organizationOf(sql: Sql, spaceId: string): Promise<string> {
  const row = await sql.selectFrom('space').select('organization_id').where('id', '=', spaceId).executeTakeFirst()
  return row?.organization_id ?? ''
}
