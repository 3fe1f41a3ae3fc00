import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The page or reusable content that a text belongs to. */
export type TextOwner = { kind: 'page' | 'reusable-content'; id: string }

/** A text, by its hash, with its owner. */
interface OwnedText {
  document: string
  owner: TextOwner
}

/** Ids of the texts of one space. */
export interface DocumentIds {
  /** Returns the id of a text that callers of the space get; undefined for an empty text. */
  of(document: string | null, owner: TextOwner): string | undefined
  /** Returns the text of an id; undefined if the id was not issued for this space. */
  read(id: string): OwnedText | undefined
}

const hashLength = 43
const sealLength = 22

/**
 * Creates the ids of a space's texts. Copied spaces share a store, so the hash of a text does not tell its space. An id
 * is the hash with a seal that only this service can compute, and does only for a space that contains the text. So
 * nobody can read a text of another space by its hash, or learn whether it exists. An id also contains the owner of the
 * text, which decides whether the text is visible to a visitor.
 */
export const documentIds =
  (key: KeyObject) =>
  (spaceId: string): DocumentIds => {
    const secret = createHmac('sha256', key).update(`documents of ${spaceId}`).digest('base64url')
    // The secret and the document hash have fixed lengths, and the seal is truncated, so length extension is impossible.
    // A plain hash is then as good a seal as an HMAC, at a fifth of the cost.
    const named = (document: string, encodedOwner: string) =>
      document + hash('sha256', secret + document + encodedOwner, 'base64url').slice(0, sealLength) + encodedOwner
    return {
      of: (document, owner) => (document === null ? undefined : named(document, encodeOwner(owner))),
      read(id) {
        const [document, encodedOwner] = [id.slice(0, hashLength), id.slice(hashLength + sealLength)]
        const [given, expected] = [Buffer.from(id), Buffer.from(named(document, encodedOwner))]
        const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
        return isOurs ? { document, owner: decodeOwner(encodedOwner) } : undefined
      },
    }
  }

const letters = { page: 'p', 'reusable-content': 'r' }

const encodeOwner = ({ kind, id }: TextOwner) => letters[kind] + id
const decodeOwner = (encodedOwner: string): TextOwner => ({
  kind: encodedOwner.startsWith(letters.page) ? 'page' : 'reusable-content',
  id: encodedOwner.slice(1),
})
