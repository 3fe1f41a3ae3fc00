import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { cutComments, DocumentError, isConditional } from '@quire/document/plain'
import { badRequest, conflict, unavailable } from '@quire/kit'
import type { PagesParser } from './context.ts'

export type Format = 'document' | 'markdown' | undefined

/** A text in a request body: markdown, a document tree, or nothing. */
export type Body = { markdown: string } | { document: unknown } | Record<string, never>

/** Converts a body to markdown; throws 400 naming `field` if its tree is invalid. */
export async function bodyToMarkdown(parser: PagesParser, body: Body, field: string): Promise<string> {
  if ('markdown' in body) return String(body.markdown)
  return 'document' in body ? documentToMarkdown(parser, body.document, `${field}.document`) : ''
}

/** Converts a document tree to markdown; throws 400 naming `field` if it is invalid. */
export const documentToMarkdown = (parser: PagesParser, document: unknown, field: string): Promise<string> =>
  inField(field, () => parser.run('toMarkdown', document as JSONDocument))

/** Runs work on a text. A document error becomes a 400 naming `field`. */
export async function inField<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest(field, error.message)
    throw error
  }
}

/** Converts a stored text to a document; throws 409 if it is too large, as the combined sides of a conflict may be. */
export async function presentDocument(parser: PagesParser, markdown: string, edition?: Edition): Promise<JSONDocument> {
  const [document] = await presentDocuments(parser, [markdown], edition)
  if (!document) throw new Error('no document was presented')
  return document
}

/**
 * Converts a stored text to a document for visitors, with every block. A text over a limit becomes its markdown as code,
 * so that a published page is never an error. `isEvaluated` says that its conditions are. Throws 503 if the text takes too
 * long on this machine.
 */
export async function presentReadable(
  parser: PagesParser,
  markdown: string,
  isEvaluated = false,
): Promise<JSONDocument> {
  const [outcome] = await parser.runEach('toDocument', [[markdown, {}, 'full']])
  if (outcome && !('error' in outcome)) return outcome.value
  if (outcome?.error.code === 'too-slow') throw unavailable(`${outcome.error.message}.`)
  return asWritten(markdown, isEvaluated)
}

/**
 * The document of a text that nothing reads. Comments are left out, as readers see nothing of them, but not before the
 * conditions of the text are evaluated, which may stand in comments.
 */
function asWritten(markdown: string, isEvaluated: boolean): JSONDocument {
  const text = (!isEvaluated && isConditional(markdown) ? markdown : cutComments(markdown)).trim()
  const nodes = [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }]
  const line = { object: 'block' as const, type: 'code-line' as const, data: {}, nodes }
  const code = { object: 'block' as const, type: 'code' as const, data: { overflow: 'wrap' as const }, nodes: [line] }
  return { object: 'document', data: {}, nodes: text === '' ? [] : [code] }
}

/** Converts several stored texts to documents, in their order. */
export async function presentDocuments(
  parser: PagesParser,
  texts: readonly string[],
  edition?: Edition,
): Promise<JSONDocument[]> {
  const read = await parser.runEach(
    'toDocument',
    texts.map((markdown) => (edition ? [markdown, {}, edition] : [markdown])),
  )
  return read.map((outcome) => {
    if (!('error' in outcome)) return outcome.value
    throw conflict(`This cannot be shown as a document, only as markdown: ${outcome.error.message}.`)
  })
}

/** Evaluates the conditions of a stored text for a caller; throws 409 if the text is too large to evaluate. */
export async function evaluatedText(parser: PagesParser, markdown: string, evaluation: Evaluation): Promise<string> {
  const [outcome] = await parser.runEach('evaluateMarkdown', [[markdown, evaluation]])
  if (outcome && !('error' in outcome)) return outcome.value
  throw conflict(`This cannot be evaluated, only be shown as it was written: ${outcome?.error.message}.`)
}

/**
 * Evaluates the conditions of a stored text for a visitor. A text over a limit stays as it is, or is empty if parts of it
 * may be hidden from the visitor. Throws 503 if the text takes too long on this machine.
 */
export async function readableText(parser: PagesParser, markdown: string, evaluation: Evaluation): Promise<string> {
  const [outcome] = await parser.runEach('evaluateMarkdown', [[markdown, evaluation]])
  if (outcome && !('error' in outcome)) return outcome.value
  if (outcome?.error.code === 'too-slow') throw unavailable(`${outcome.error.message}.`)
  return isConditional(markdown) ? '' : markdown
}
