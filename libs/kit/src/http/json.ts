import { transcode } from 'node:buffer'
import { randomUUID } from 'node:crypto'

/** Stands for a kept text while the value around it is written; nobody can guess it. */
const marker = randomUUID()
let inserted: Buffer[] | undefined

/** A value that is kept as its JSON text, in UTF-8. It stands in a reply where the value would. */
class KeptJson {
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

/** A value by its JSON text: writing it into a reply costs a copy. It has no properties; use it in replies only. */
export const keptJson = <Value>(bytes: Buffer): Value => new KeptJson(bytes) as Value

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

/** Node encodes text with characters beyond U+00FF five times faster this way. JSON text has no halves of characters. */
const utf8Of = (text: string): Buffer =>
  beyondLatin.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)
