import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** What a text is the text of. */
export type TextOwner = { kind: 'page' | 'reusable-content'; id: string }

/** A text, by its hash, of a page or of what pages include. */
interface OwnedText {
  document: string
  owner: TextOwner
}

/** The names of one space's texts. */
export interface DocumentIds {
  /** The id that readers of the space get for a text; undefined for an empty one. */
  of(document: string | null, owner: TextOwner): string | undefined
  /** The text that an id names; undefined where the space gave no such id. */
  read(id: string): OwnedText | undefined
}

const hashLength = 43
const sealLength = 22

/**
 * Spaces that were copied from each other share a store, so a text's hash does not say which space it belongs to. An id
 * is the hash with a seal that only this service can make, and only for a space that shows the text. So nobody can read
 * the text of another space by its hash, or learn whether it is there. An id also says where the text is, which decides
 * whether a visitor is shown it.
 */
export const documentIds =
  (key: KeyObject) =>
  (spaceId: string): DocumentIds => {
    const secret = createHmac('sha256', key).update(`documents of ${spaceId}`).digest('base64url')
    // Key and hash have one length, and the rest names its length by its end: a plain hash is as good a seal, at a fifth of
    // the cost. A seal is cut, so nobody can go on from it.
    const named = (document: string, place: string) =>
      document + hash('sha256', secret + document + place, 'base64url').slice(0, sealLength) + place
    return {
      of: (document, owner) => (document === null ? undefined : named(document, placeOf(owner))),
      read(id) {
        const [document, place] = [id.slice(0, hashLength), id.slice(hashLength + sealLength)]
        const [given, made] = [Buffer.from(id), Buffer.from(named(document, place))]
        const isOurs = given.length === made.length && timingSafeEqual(given, made)
        return isOurs ? { document, owner: ownerAt(place) } : undefined
      },
    }
  }

const letters = { page: 'p', 'reusable-content': 'r' }

const placeOf = ({ kind, id }: TextOwner) => letters[kind] + id
const ownerAt = (place: string): TextOwner => ({
  kind: place.startsWith(letters.page) ? 'page' : 'reusable-content',
  id: place.slice(1),
})
