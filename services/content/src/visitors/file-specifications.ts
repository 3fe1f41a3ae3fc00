import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@quire/kit'
import { LRUCache } from 'lru-cache'
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

/** Reads specifications in files, such as those that a documentation has beside its pages. */
export interface FileSpecifications {
  /** Returns the specification as JSON; undefined if the file has none, is too large, or is still being read. */
  read(file: Pick<FileEntry, 'blob' | 'size'>): Promise<string | undefined>
}

interface FileSpecificationsParts {
  blobs: Pick<BlobStore, 'open'>
  /** Reads a text in a thread of its own, within bounds of time and memory. */
  read(texts: SpecificationTexts, signal: AbortSignal): Promise<SpecificationOutcome>
  log: Logger
}

export function createFileSpecifications({ blobs, read, log }: FileSpecificationsParts): FileSpecifications {
  // By the hash of the bytes. An empty text stands for a file without a specification.
  const known = new LRUCache<string, string>({
    maxSize: maxCachedBytes,
    sizeCalculation: (json) => 2 * json.length + 200,
  })
  const inFlight = new Map<string, Promise<string>>()

  async function readFile(blob: string): Promise<string> {
    const bytes = await blobs.open(blob)
    if (!bytes) return ''
    const text = (await buffer(bytes)).toString('utf8')
    const signal = new AbortController().signal
    const outcome = await read({ text, at: noAddress, files: [], maxCharacters }, signal)
    return 'json' in outcome ? outcome.json : ''
  }

  function begin(key: string, blob: string): Promise<string> {
    const reading = readFile(blob)
      .then((json) => {
        known.set(key, json)
        return json
      })
      .catch((error) => {
        log.warn({ err: error }, 'a specification in a file could not be read')
        return ''
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  return {
    async read({ blob, size }) {
      if (size > maxBytes) return undefined
      const key = sha256In(blob)
      const json =
        known.get(key) ??
        (await Promise.race([inFlight.get(key) ?? begin(key, blob), setTimeout(maxWaitMs, '', { ref: false })]))
      return json || undefined
    },
  }
}

type FilesContext = PartsContext & { deps: { fileSpecifications: FileSpecifications } }

/** The parts of specifications in files that a page presents, by `file:` and the id of the file. */
export async function specificationsInFiles(
  context: FilesContext,
  { fileSpecs }: Pick<TextReferences, 'fileSpecs'>,
  files: ReadonlyMap<string, FileEntry>,
): Promise<Record<string, Record<string, unknown>>> {
  const wanted = [...fileSpecs].slice(0, maxFiles)
  const found = await Promise.all(
    wanted.map(async ([id, parts]) => {
      const file = files.get(id)
      const load = async () => file && context.deps.fileSpecifications.read(file)
      const read = file && (await readParts(context, { content: sha256In(file.blob), parts, load }))
      return read ? [[`file:${id}`, read.parts] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}
