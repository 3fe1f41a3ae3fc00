import { valuesOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import { storageOf } from '../pages/history.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import type { ShownSearch } from '../search/find-shown.ts'
import type { LiveSpace } from '../search/live-pages.ts'
import type { FoundPage } from '../search/search.ts'
import { answering } from '../search/sections.ts'
import { type ConditionalText, shownTexts } from '../search/shown-texts.ts'
import { nothingRead } from '../search/text-sections.ts'
import { getMany } from '../trees/read.ts'

interface VisitorSearch {
  visitor: Reader
  query: string
}

type Context = Pick<ContentContext, 'sql' | 'deps' | 'parser'>
type FoundSections = ReturnType<typeof answering>

/**
 * The sections that answer of those found pages of a space that the visitor finds by what they are shown; the others were
 * found by what is for somebody else.
 */
export async function searchShown(
  context: Context,
  space: LiveSpace,
  found: readonly FoundPage[],
  search: VisitorSearch,
): Promise<Map<FoundPage, FoundSections>> {
  const read = await readPages(context, space, found, search)
  const texts = await shownTexts(
    context.parser,
    context.deps.search.shown,
    read.map(({ text }) => text),
  )
  const tasks = read.map(({ names }, index) => ({ ...names, query: search.query, read: texts[index] ?? nothingRead }))
  const outcomes = await context.parser.runEach(
    'findShown',
    tasks.map((task) => [task]),
  )
  const answers = await valuesOf(read, outcomes, () => undefined)
  return new Map(
    read.flatMap(({ page, names }, index) => {
      const answer = answers[index]
      return answer ? [[page, answering(names.title, texts[index]?.sections ?? [], answer)] as const] : []
    }),
  )
}

interface ReadPage {
  page: FoundPage
  names: Omit<ShownSearch, 'read' | 'query'>
  text: ConditionalText
}

/** The pages as they are live. */
async function readPages(context: Context, live: LiveSpace, found: readonly FoundPage[], search: VisitorSearch) {
  const { nodes, documents } = storageOf(context, live.store)
  const entries = await getMany(
    nodes,
    live.pages,
    found.map(({ id }) => id),
  )
  const texts = await documents.load([...new Set([...entries.values()].flatMap(({ document }) => document ?? []))])
  return found.flatMap((page): ReadPage[] => {
    const entry = entries.get(page.id)
    const evaluation = entry && evaluationFor(search.visitor, 'true', entry)
    if (!evaluation) return []
    const { title, description } = entry
    const document = entry.document ?? ''
    const text = { document, markdown: texts.get(document) ?? '', evaluation }
    return [{ page, names: { title, description, language: live.language ?? undefined }, text }]
  })
}
