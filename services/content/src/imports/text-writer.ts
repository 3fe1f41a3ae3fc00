import type { Kysely } from 'kysely'
import { documentHash, type NewText } from '../storage/revisions/document-store.ts'
import { writeDocuments } from '../storage/revisions/revisions.ts'
import type { DocumentTables } from '../tables/revisions.tables.ts'

/** Bounds of a batch that waits to be written. */
const textsAtOnce = 250
const charactersAtOnce = 2_000_000
/** Statements at once: the database takes longer to compress texts than this process to read them. */
const statementsAtOnce = 2

/** Writes texts to a store in batches, while the next texts are read. */
export interface TextWriter {
  /**
   * Queues a text and returns its hash; null for an empty text. `read` holds its sections and links for search,
   * `targets` its link targets, if they are known.
   */
  add(markdown: string, read?: NewText['read'], targets?: NewText['targets']): Promise<string | null>
  /** Resolves when all texts are written. */
  flush(): Promise<void>
}

export function textWriter(sql: Kysely<DocumentTables>, store: string): TextWriter {
  let waiting = new Map<string, NewText>()
  let characters = 0
  const writing: Promise<void>[] = []

  async function begin(): Promise<void> {
    // Waits for a free statement, so that memory holds at most one batch more.
    if (writing.length === statementsAtOnce) await writing.shift()
    const texts = waiting
    waiting = new Map()
    characters = 0
    const written = writeDocuments(sql, store, texts)
    // The failure is thrown when the statement is awaited.
    written.catch(() => undefined)
    writing.push(written)
  }

  return {
    async add(markdown, read, targets) {
      if (markdown === '') return null
      const hash = documentHash(markdown)
      waiting.set(hash, { markdown, read, targets })
      characters += markdown.length + (read?.sections.length ?? 0)
      if (waiting.size >= textsAtOnce || characters >= charactersAtOnce) await begin()
      return hash
    },
    async flush() {
      await begin()
      await Promise.all(writing.splice(0))
    },
  }
}
