import { hash } from 'node:crypto'
import { DocumentError } from '@quire/document/plain'
import type { Parser } from '@quire/parsing'
import { LRUCache } from 'lru-cache'
import type { specificationParts } from './specification-parts.ts'
import type { SpecPart } from './text-references.ts'

type Json = Record<string, unknown>

/** Parts of a specification, with their length as JSON. */
interface PresentedParts {
  parts: Json
  characters: number
}

/** The parts of specifications that pages present, as long as they are cached. Entries never become stale. */
export type PresentedSpecifications = LRUCache<string, PresentedParts>

/** Memory for the parts, estimated by their length as JSON. */
const maxCachedBytes = 32 * 1024 ** 2
const bytesPerCharacter = 4

export const createPresentedSpecifications = (): PresentedSpecifications => new LRUCache({ maxSize: maxCachedBytes })

/** The dependencies of presenting parts of specifications. */
export interface PartsContext {
  deps: { presentedSpecifications: PresentedSpecifications }
  parser: Parser<{ specificationParts: typeof specificationParts }>
}

/** The parts of a specification that a page presents. */
interface WantedParts {
  /** Names the content of the specification. */
  content: string
  parts: readonly SpecPart[]
  /** Loads the specification as JSON; undefined if there is none. */
  load(): Promise<string | undefined>
}

/**
 * Returns parts of a specification, which is loaded and read in a thread unless the same parts are cached; undefined if it
 * cannot be read within the bounds of the thread.
 */
export async function readParts(
  { deps: { presentedSpecifications: known }, parser }: PartsContext,
  { content, parts, load }: WantedParts,
): Promise<PresentedParts | undefined> {
  const key = `${content} ${hash('sha256', JSON.stringify(parts), 'base64url')}`
  const found = known.get(key)
  if (found) return found
  const json = await load()
  if (json === undefined) return undefined
  try {
    const read = await parser.run('specificationParts', json, parts)
    const presented = { parts: JSON.parse(read) as Json, characters: read.length }
    known.set(key, presented, { size: bytesPerCharacter * read.length + key.length })
    return presented
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
