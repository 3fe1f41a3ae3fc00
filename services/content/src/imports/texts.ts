import type { Kysely } from 'kysely'
import { type DocumentTables, documentHash, type NewText } from '../revisions/documents.ts'
import { writeDocuments } from '../revisions/revisions.ts'

/** What is held until it is written. */
const textsAtOnce = 250
const charactersAtOnce = 2_000_000
/** To compress texts takes the database longer than to read them takes here. */
const statementsAtOnce = 2

/** Texts on their way into a store: some hundred are written at a time, while the next ones are read. */
export interface TextWriter {
  /**
   * Answers the text's hash; null for an empty one. `read` is what it is found by, and `targets` what it refers to, where
   * that is known.
   */
  keep(markdown: string, read?: NewText['read'], targets?: NewText['targets']): Promise<string | null>
  /** Resolves when all are written. */
  flush(): Promise<void>
}

export function textWriter(sql: Kysely<DocumentTables>, store: string): TextWriter {
  let waiting = new Map<string, NewText>()
  let characters = 0
  const writing: Promise<void>[] = []

  async function begin(): Promise<void> {
    // Memory holds one batch more than there are statements.
    if (writing.length === statementsAtOnce) await writing.shift()
    const texts = waiting
    waiting = new Map()
    characters = 0
    const written = writeDocuments(sql, store, texts)
    // Whoever awaits it next learns of its failure.
    written.catch(() => undefined)
    writing.push(written)
  }

  return {
    async keep(markdown, read, targets) {
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
