import { transcode } from 'node:buffer'
import { randomUUID } from 'node:crypto'

/** Stands for a cached text while the value around it is written; unguessable. */
const marker = randomUUID()
let inserted: Buffer[] | undefined

/** A value that is cached as its JSON text, in UTF-8. It takes the place of the value in a reply. */
class CachedJson {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  toJSON(): unknown {
    if (!inserted) return JSON.parse(this.#bytes.toString())
    inserted.push(this.#bytes)
    return marker
  }
}

/** Returns a value by its JSON text: writing it into a reply costs one copy. It has no properties; use it in replies only. */
export const cachedJson = <Value>(bytes: Buffer): Value => new CachedJson(bytes) as Value

/** The JSON text of a reply. */
export function jsonBytes(body: unknown): Buffer {
  inserted = []
  try {
    const text = JSON.stringify(body)
    return inserted.length === 0 ? utf8Of(text) : withInserted(text, inserted)
  } finally {
    inserted = undefined
  }
}

function withInserted(text: string, texts: Buffer[]): Buffer {
  const around = text.split(`"${marker}"`)
  return Buffer.concat(around.flatMap((piece, at) => [utf8Of(piece), texts[at] ?? Buffer.alloc(0)]))
}

const beyondLatin = /[\u0100-\uffff]/

/** Encodes text: this way is five times faster for characters beyond U+00FF. JSON text has no lone surrogates. */
const utf8Of = (text: string): Buffer =>
  beyondLatin.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)
