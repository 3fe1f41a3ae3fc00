import { valuesOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import type { FoundPage } from '../search/search.ts'
import { answering, type FoundSection } from '../search/sections.ts'
import { shownTexts } from '../search/shown-texts.ts'
import { nothingRead } from '../search/text-sections.ts'
import type { LivePage } from '../shown/live-pages.ts'

type Context = Pick<ContentContext, 'sql' | 'deps' | 'parser'>

interface PageToSearch {
  page: FoundPage
  shown: LivePage
}

/**
 * The sections that answer of those of these pages that the visitor finds by what they are shown; the others were found
 * by what is for somebody else.
 */
export async function searchShown(
  context: Context,
  pages: readonly PageToSearch[],
  { visitor, query }: { visitor: Reader; query: string },
): Promise<ReadonlyMap<FoundPage, FoundSection[]>> {
  if (pages.length === 0) return new Map()
  const languages = await languagesOf(context, pages)
  const texts = await shownTexts(context.parser, context.deps.search.shown, await conditionalTexts(pages, visitor))
  const tasks = pages.map(({ page, shown: { entry } }, index) => {
    const { title, description } = entry
    return { title, description, language: languages.get(page.space), query, read: texts[index] ?? nothingRead }
  })
  const outcomes = await context.parser.runEach(
    'findShown',
    tasks.map((task) => [task]),
  )
  const answers = await valuesOf([...pages], outcomes, () => undefined)
  return new Map(
    pages.flatMap(({ page, shown }, index) => {
      const answer = answers[index]
      return answer ? [[page, answering(shown.entry.title, texts[index]?.sections ?? [], answer)] as const] : []
    }),
  )
}

/** The texts of the pages as they are live; those of one space in one read. */
async function conditionalTexts(pages: readonly PageToSearch[], visitor: Reader) {
  const loaded = new Map<string, string>()
  for (const some of Map.groupBy(pages, ({ page }) => page.space).values()) {
    const hashes = some.flatMap(({ shown }) => shown.entry.document ?? [])
    const texts = await some[0]?.shown.open.storage.documents.load([...new Set(hashes)])
    for (const [hash, markdown] of texts ?? []) loaded.set(hash, markdown)
  }
  return pages.flatMap(({ shown: { entry } }) => {
    const evaluation = evaluationFor(visitor, 'true', entry)
    const document = entry.document ?? ''
    // Visitors are shown nothing as it was written.
    return evaluation ? [{ document, markdown: loaded.get(document) ?? '', evaluation }] : []
  })
}

/** BCP 47; a space without one is English. */
async function languagesOf({ sql }: Context, pages: readonly PageToSearch[]): Promise<Map<string, string | undefined>> {
  const rows = await sql
    .selectFrom('space')
    .select(['id', 'language'])
    .where('id', 'in', [...new Set(pages.map(({ page }) => page.space))])
    .execute()
  return new Map(rows.map(({ id, language }) => [id, language ?? undefined]))
}
