import { createHash } from 'node:crypto'
import type { Sql } from '../database.ts'
import type { TranslationRow } from '../tables/translations.tables.ts'

interface Term {
  term: string
  translation: string
}

/** The terms of a glossary from one language to another. */
export interface Terms {
  /** Returns the terms that a text contains, however they are capitalized. */
  in(text: string): Term[]
  /** A hash of all terms. */
  digest: string
}

/** As many as the prompt for one piece may have. */
const maxTerms = 100

/** Reads the terms of an organization between the languages of a translation. */
export async function readTerms(
  sql: Sql,
  {
    organization_id,
    source_language,
    language,
  }: Pick<TranslationRow, 'organization_id' | 'source_language' | 'language'>,
): Promise<Terms> {
  const rows = await sql
    .selectFrom('glossary_entry')
    .select('translations')
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute()
  const terms = rows.flatMap(({ translations }): Term[] => {
    const [term, translation] = [translations[source_language], translations[language]]
    return term === undefined || translation === undefined ? [] : [{ term, translation }]
  })
  return {
    in(text) {
      const small = text.toLowerCase()
      return terms.filter(({ term }) => small.includes(term.toLowerCase())).slice(0, maxTerms)
    },
    digest: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
  }
}

/** Returns the hash of what texts are made with, besides their source. */
export const madeWith = (instructions: string, termsDigest: string): string =>
  createHash('sha256')
    .update(JSON.stringify([instructions, termsDigest]))
    .digest('hex')
