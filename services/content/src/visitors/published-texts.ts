import type { Evaluation } from '@quire/document'
import { cutComments, isConditional, mayHaveComments } from '@quire/document/plain'
import { countFitting } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import type { OpenRevision } from '../pages/open-revision.ts'
import { type ContentCaller, evaluationFor } from '../pages/page-visibility.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'

/** Characters of text in one answer; a page with more text comes alone. */
const maxCharacters = 1024 ** 2

type Context = Pick<VisitorsContext, 'parser'>

/** The id of a page and its text before evaluation. */
interface WrittenText {
  id: string
  text: string
  /** The evaluation for the visitor; undefined if readers see all of the text. */
  evaluation: Evaluation | undefined
}

interface TextsFor {
  ids: readonly string[]
  visitor: ContentCaller
}

/** Returns the markdown that is visible to the visitor, by page, of as many pages as fit into one answer. */
export async function publishedTexts(
  context: Context,
  open: OpenRevision,
  texts: TextsFor,
): Promise<Record<string, string>> {
  const fittingTexts = fitting(await writtenTexts(open, texts), maxCharacters)
  const evaluated = await evaluatedTexts(context, fittingTexts)
  return Object.fromEntries(fittingTexts.map(({ id }, at) => [id, evaluated[at] ?? '']))
}

/** Loads the texts of these pages before evaluation, in the order of the pages. */
export async function writtenTexts({ storage, revision }: OpenRevision, { ids, visitor }: TextsFor) {
  const pages = await getMany(storage.nodes, revision.roots.pages, [...ids])
  const texts = await storage.documents.load([...new Set([...pages.values()].flatMap((page) => page.document ?? []))])
  return ids.flatMap((id): WrittenText[] => {
    const page = pages.get(id)
    const text = texts.get(page?.document ?? '') ?? ''
    const isEvaluated = isConditional(text) || mayHaveComments(text)
    return page ? [{ id, text, evaluation: isEvaluated ? evaluationFor(visitor, 'true', page) : undefined }] : []
  })
}

/** Returns the first texts that have at most `max` characters together; a longer first text comes alone. */
export const fitting = <Text extends { text: string }>(texts: readonly Text[], max: number): Text[] =>
  texts.slice(
    0,
    countFitting(
      texts.map(({ text }) => text.length),
      max,
    ),
  )

/**
 * Evaluates the texts for the visitor. A text with conditions that cannot be evaluated is empty: it may have parts for
 * others.
 */
export async function evaluatedTexts({ parser }: Context, texts: readonly WrittenText[]): Promise<string[]> {
  const toEvaluate = texts.flatMap((one) => (one.evaluation ? [{ ...one, evaluation: one.evaluation }] : []))
  const outcomes = await parser.runEach(
    'evaluateMarkdown',
    toEvaluate.map(({ text, evaluation }) => [text, evaluation]),
  )
  const evaluated = await valuesOf(toEvaluate, outcomes, ({ text }) => (isConditional(text) ? '' : cutComments(text)))
  return texts.map(({ text, evaluation }) => (evaluation ? (evaluated.shift() ?? '') : text))
}
