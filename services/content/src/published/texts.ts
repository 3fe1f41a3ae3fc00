import type { Evaluation } from '@quire/document'
import { isConditional } from '@quire/document/plain'
import { countFitting } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import { getMany } from '../trees/read.ts'

/** Characters of text in one answer; a page with more comes alone. */
const mostCharacters = 1024 ** 2

type Context = Pick<ContentContext, 'parser'>

interface ShownText {
  id: string
  text: string
  /** For whom; undefined where the text is the same for everybody. */
  evaluation: Evaluation | undefined
}

/** The markdown of those of these pages that fit into one answer, by page, as the visitor is shown it. */
export async function publishedTexts(
  context: Context,
  { storage, revision }: OpenRevision,
  { ids, visitor }: { ids: readonly string[]; visitor: Reader },
): Promise<Record<string, string>> {
  const pages = await getMany(storage.nodes, revision.roots.pages, [...ids])
  const texts = await storage.documents.load([...new Set([...pages.values()].flatMap((page) => page.document ?? []))])
  const found = ids.flatMap((id): ShownText[] => {
    const page = pages.get(id)
    const text = texts.get(page?.document ?? '') ?? ''
    return page
      ? [{ id, text, evaluation: isConditional(text) ? evaluationFor(visitor, 'true', page) : undefined }]
      : []
  })
  const fitting = countFitting(
    found.map(({ text }) => text.length),
    mostCharacters,
  )
  const shown = found.slice(0, fitting)
  return Object.fromEntries([...shown.map(({ id, text }) => [id, text]), ...(await evaluated(context, shown))])
}

/** Those that depend on the visitor. One that cannot be evaluated is empty, since it may hold what is for others. */
async function evaluated({ parser }: Context, shown: readonly ShownText[]): Promise<(readonly [string, string])[]> {
  const conditional = shown.flatMap(({ id, text, evaluation }) => (evaluation ? [{ id, text, evaluation }] : []))
  const outcomes = await parser.runEach(
    'evaluateMarkdown',
    conditional.map(({ text, evaluation }) => [text, evaluation]),
  )
  const texts = await valuesOf(conditional, outcomes, () => '')
  return conditional.map(({ id }, index) => [id, texts[index] ?? ''])
}
