import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { cosine } from '../vectors/packed.ts'
import { fusedByMeaning } from './fusion.ts'
import type { Meaning } from './meaning.ts'
import type { FoundPage } from './passages.ts'

/** The most sections that are compared with a question: those that have its words, then others of the best pages. */
const sectionsCompared = 200

/**
 * Pages that were found by the words of a question, the best first, in an order that counts what it means too. They stay as
 * they are where its vector does not come in time, or where they have none.
 */
export async function orderedByMeaning(
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
  return fusedByMeaning(pages, cosines)
}

interface SectionVector {
  /** The place of its page among those that were found. */
  page: number
  /** Its place in the page. */
  section: number
  vector: Buffer
}

/** The vectors of sections of these pages, of those that are still as they were found. */
async function vectorsOf(sql: Sql, pages: readonly FoundPage[], model: string): Promise<SectionVector[]> {
  const found = pages.map(({ space, id, document, sections }, place) => {
    return { place, space, id, document, sections: sections.map(({ index }) => index) }
  })
  const { rows } = await raw<SectionVector>`
    select compared.page, compared.section, section_vector.vector
    from (
      select found.place as page, (one.place - 1)::int as section, one.key
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found (place int, space text, id text, document text, sections jsonb)
      join page on page.space_id = found.space and page.id = found.id and page.revision = found.document
        and page.embedded_by = ${model}
      cross join unnest(page.section_keys) with ordinality as one (key, place)
      order by not found.sections @> to_jsonb(one.place - 1), found.place, one.place
      limit ${sectionsCompared}
    ) compared join section_vector on section_vector.key = compared.key`.execute(sql)
  return rows
}
