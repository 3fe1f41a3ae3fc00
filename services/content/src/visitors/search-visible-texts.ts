import { valuesOf } from '@quire/parsing'
import { type ContentCaller, evaluationFor } from '../pages/page-visibility.ts'
import { answeringSections, type FoundSection } from '../search/load-sections.ts'
import type { FoundPage } from '../search/search-pages.ts'
import { emptyText } from '../search/searchable-text.ts'
import type { VisitorsContext } from './context.ts'
import type { LivePage } from './visible-live-pages.ts'
import { visibleTexts } from './visitor-texts.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser'>

interface PageToSearch {
  page: FoundPage
  live: LivePage
}

/**
 * Searches pages in the text that is visible to the visitor, and returns the answering sections of each. Pages that the
 * index found only by text for other visitors are left out.
 */
export async function searchVisibleTexts(
  context: Context,
  pages: readonly PageToSearch[],
  { visitor, query }: { visitor: ContentCaller; query: string },
): Promise<ReadonlyMap<FoundPage, FoundSection[]>> {
  if (pages.length === 0) return new Map()
  const languages = await languagesOf(context, pages)
  const texts = await visibleTexts(
    context.parser,
    context.deps.visitorTexts.visible,
    await conditionalTexts(pages, visitor),
  )
  const tasks = pages.map(({ page, live: { entry } }, index) => {
    const { title, description } = entry
    return { title, description, language: languages.get(page.space), query, read: texts[index] ?? emptyText }
  })
  const outcomes = await context.parser.runEach(
    'findInVisibleText',
    tasks.map((task) => [task]),
  )
  const answers = await valuesOf([...pages], outcomes, () => undefined)
  return new Map(
    pages.flatMap(({ page, live }, index) => {
      const answer = answers[index]
      return answer ? [[page, answeringSections(live.entry.title, texts[index]?.sections ?? [], answer)] as const] : []
    }),
  )
}

/** Loads the live texts of the pages, with one read per space. */
async function conditionalTexts(pages: readonly PageToSearch[], visitor: ContentCaller) {
  const loaded = new Map<string, string>()
  for (const some of Map.groupBy(pages, ({ page }) => page.space).values()) {
    const hashes = some.flatMap(({ live }) => live.entry.document ?? [])
    const texts = await some[0]?.live.open.storage.documents.load([...new Set(hashes)])
    for (const [hash, markdown] of texts ?? []) loaded.set(hash, markdown)
  }
  return pages.flatMap(({ live: { entry } }) => {
    const evaluation = evaluationFor(visitor, 'true', entry)
    const document = entry.document ?? ''
    // A text without an evaluation would be the source, which is never visible to visitors.
    return evaluation ? [{ document, markdown: loaded.get(document) ?? '', evaluation }] : []
  })
}

/** Loads the languages of the spaces (BCP 47); a space without one is English. */
async function languagesOf({ sql }: Context, pages: readonly PageToSearch[]): Promise<Map<string, string | undefined>> {
  const rows = await sql
    .selectFrom('space')
    .select(['id', 'language'])
    .where('id', 'in', [...new Set(pages.map(({ page }) => page.space))])
    .execute()
  return new Map(rows.map(({ id, language }) => [id, language ?? undefined]))
}
