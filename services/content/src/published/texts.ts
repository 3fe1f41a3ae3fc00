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

/** A page with its text as it was written. */
interface WrittenText {
  id: string
  text: string
  /** For whom; undefined where the text is the same for everybody. */
  evaluation: Evaluation | undefined
}

interface TextsFor {
  ids: readonly string[]
  visitor: Reader
}

/** The markdown of those of these pages that fit into one answer, by page, as the visitor is shown it. */
export async function publishedTexts(
  context: Context,
  open: OpenRevision,
  texts: TextsFor,
): Promise<Record<string, string>> {
  const shown = fitting(await writtenTexts(open, texts), mostCharacters)
  const evaluated = await evaluatedTexts(context, shown)
  return Object.fromEntries(shown.map(({ id }, at) => [id, evaluated[at] ?? '']))
}

/** The texts of these pages as they were written, in the order of the pages. */
export async function writtenTexts({ storage, revision }: OpenRevision, { ids, visitor }: TextsFor) {
  const pages = await getMany(storage.nodes, revision.roots.pages, [...ids])
  const texts = await storage.documents.load([...new Set([...pages.values()].flatMap((page) => page.document ?? []))])
  return ids.flatMap((id): WrittenText[] => {
    const page = pages.get(id)
    const text = texts.get(page?.document ?? '') ?? ''
    return page
      ? [{ id, text, evaluation: isConditional(text) ? evaluationFor(visitor, 'true', page) : undefined }]
      : []
  })
}

/** The first ones that have at most so many characters together; one with more comes alone. */
export const fitting = <Text extends { text: string }>(texts: readonly Text[], most: number): Text[] =>
  texts.slice(
    0,
    countFitting(
      texts.map(({ text }) => text.length),
      most,
    ),
  )

/** As the visitor is shown them. One that cannot be evaluated is empty, since it may hold what is for others. */
export async function evaluatedTexts({ parser }: Context, texts: readonly WrittenText[]): Promise<string[]> {
  const conditional = texts.flatMap((one) => (one.evaluation ? [{ ...one, evaluation: one.evaluation }] : []))
  const outcomes = await parser.runEach(
    'evaluateMarkdown',
    conditional.map(({ text, evaluation }) => [text, evaluation]),
  )
  const evaluated = await valuesOf(conditional, outcomes, () => '')
  return texts.map(({ text, evaluation }) => (evaluation ? (evaluated.shift() ?? '') : text))
}
