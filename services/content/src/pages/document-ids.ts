import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The names of one space's texts. */
export interface DocumentIds {
  /** The id that readers of the space get for a text; undefined for an empty one. */
  of(document: string | null): string | undefined
  /** The hash of the text that an id names; undefined where the space gave no such id. */
  hashIn(id: string): string | undefined
}

const hashLength = 43
const sealLength = 22

/**
 * Spaces that were copied from each other share a store, so a text's hash does not say which space it belongs to. An id
 * is the hash with a seal that only this service can make, and only for a space that shows the text. So nobody can read
 * the text of another space by its hash, or learn whether it is there.
 */
export const documentIds =
  (key: KeyObject) =>
  (spaceId: string): DocumentIds => {
    const secret = createHmac('sha256', key).update(`documents of ${spaceId}`).digest('base64url')
    // Key and message have one length, always: a plain hash of both is as good a seal, at a fifth of the cost.
    const seal = (document: string) => hash('sha256', secret + document, 'base64url').slice(0, sealLength)
    return {
      of: (document) => (document === null ? undefined : document + seal(document)),
      hashIn(id) {
        const document = id.slice(0, hashLength)
        const [given, made] = [Buffer.from(id), Buffer.from(document + seal(document))]
        return given.length === made.length && timingSafeEqual(given, made) ? document : undefined
      },
    }
  }
