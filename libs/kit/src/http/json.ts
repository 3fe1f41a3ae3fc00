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
    return inserted.length === 0 ? Buffer.from(text) : withInserted(text, inserted)
  } finally {
    inserted = undefined
  }
}

function withInserted(text: string, texts: Buffer[]): Buffer {
  const around = text.split(`"${marker}"`)
  return Buffer.concat(around.flatMap((piece, at) => [Buffer.from(piece), texts[at] ?? Buffer.alloc(0)]))
}
