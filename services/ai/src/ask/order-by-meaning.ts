import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { cosine } from '../vectors/packed-vectors.ts'
import type { FoundPage } from './candidate-sections.ts'
import { fuseByMeaning } from './fusion.ts'

/** Embeds questions into the vector space of the sections. */
export interface QuestionVectors {
  /** The model that made the vectors: only vectors of one model can be compared. */
  model: string
  /** Returns undefined if no vector arrives in time: then words alone decide. Never throws. */
  of(question: string, holder: string, signal: AbortSignal): Promise<Float32Array | undefined>
}

/** The embedding of a question. */
export interface Meaning {
  model: string
  vector: Promise<Float32Array | undefined>
}

/**
 * Bound on the sections that are compared with a question: those that have its words come first, then others of the
 * best pages.
 */
const maxSectionsCompared = 200

/**
 * Orders pages that were found by the words of a question, the best first, by its meaning too. The order does not
 * change if the question's vector does not arrive in time, or if the pages have no vectors.
 */
export async function orderByMeaning(
  sql: Sql,
  pages: readonly FoundPage[],
  { model, vector }: Meaning,
): Promise<readonly FoundPage[]> {
  if (pages.length === 0) return pages
  const asked = await vector
  if (!asked) return pages
  const cosines = new Map<number, Map<number, number>>()
  for (const { page, section, vector: bytes } of await vectorsOf(sql, pages, model)) {
    const near = cosine(asked, bytes)
    if (near === undefined) continue
    const ofPage = cosines.get(page) ?? new Map<number, number>()
    cosines.set(page, ofPage.set(section, near))
  }
  return fuseByMeaning(pages, cosines)
}

interface SectionVector {
  /** The position of the page among the found ones. */
  page: number
  /** The position of the section in the page. */
  section: number
  vector: Buffer
}

/** Reads the vectors of these pages' sections; leaves out pages that changed since they were found. */
async function vectorsOf(sql: Sql, pages: readonly FoundPage[], model: string): Promise<SectionVector[]> {
  const found = pages.map(({ space, id, document, sections }, position) => {
    return { position, space, id, document, sections: sections.map(({ index }) => index) }
  })
  const { rows } = await raw<SectionVector>`
    select compared.page, compared.section, section_vector.vector
    from (
      select found.position as page, (one.place - 1)::int as section, one.key
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found (position int, space text, id text, document text, sections jsonb)
      join page on page.space_id = found.space and page.id = found.id and page.revision = found.document
        and page.embedded_by = ${model}
      cross join unnest(page.section_keys) with ordinality as one (key, place)
      order by not found.sections @> to_jsonb(one.place - 1), found.position, one.place
      limit ${maxSectionsCompared}
    ) compared join section_vector on section_vector.key = compared.key`.execute(sql)
  return rows
}
