import { valuesOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import { storageOf } from '../pages/history.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import type { LiveSpace } from '../search/live-pages.ts'
import type { FoundPage } from '../search/search.ts'
import { answering } from '../search/sections.ts'
import { getMany } from '../trees/read.ts'
import type { ShownSearch } from './find-shown.ts'

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
  const outcomes = await context.parser.runEach(
    'findShown',
    read.map(({ task }) => [task]),
  )
  const answers = await valuesOf(read, outcomes, () => undefined)
  return new Map(
    read.flatMap(({ page, task }, index) => {
      const answer = answers[index]
      return answer ? [[page, answering(task.title, answer.sections, answer.found)] as const] : []
    }),
  )
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
  return found.flatMap((page): { page: FoundPage; task: ShownSearch }[] => {
    const entry = entries.get(page.id)
    const evaluation = entry && evaluationFor(search.visitor, 'true', entry)
    if (!evaluation) return []
    const { title, description } = entry
    const markdown = texts.get(entry.document ?? '') ?? ''
    const language = live.language ?? undefined
    return [{ page, task: { title, description, language, markdown, evaluation, query: search.query } }]
  })
}
