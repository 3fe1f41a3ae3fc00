import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { DocumentError } from '@quire/document/plain'
import { badRequest, conflict } from '@quire/kit'
import type { TextParser } from '../parsing.ts'

export type Format = 'document' | 'markdown' | undefined

/** What a body may be: markdown, a document tree, or nothing. */
export type Body = { markdown: string } | { document: unknown } | Record<string, never>

/** The markdown of a body; 400 naming `field` where its tree is none. */
export async function bodyToMarkdown(parser: TextParser, body: Body, field: string): Promise<string> {
  if ('markdown' in body) return String(body.markdown)
  return 'document' in body ? documentToMarkdown(parser, body.document, `${field}.document`) : ''
}

/** The markdown of a document tree; 400 naming `field` where it is none. */
export const documentToMarkdown = (parser: TextParser, document: unknown, field: string): Promise<string> =>
  inField(field, () => parser.run('toMarkdown', document as JSONDocument))

/** Runs work on one text; what is wrong with it is a 400 that names `field`. */
export async function inField<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest(field, error.message)
    throw error
  }
}

/** The document of a kept text; 409 where it is too large: the two sides of a conflict may be, though each was not. */
export async function presentDocument(parser: TextParser, markdown: string, edition?: Edition): Promise<JSONDocument> {
  const [document] = await presentDocuments(parser, [markdown], edition)
  if (!document) throw new Error('a document was shown as nothing')
  return document
}

/** The same of several texts, in their order. */
export async function presentDocuments(
  parser: TextParser,
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

/** A kept text for its reader; 409 where it is too large to find what is for them. */
export async function evaluatedText(parser: TextParser, markdown: string, evaluation: Evaluation): Promise<string> {
  const [outcome] = await parser.runEach('evaluateMarkdown', [[markdown, evaluation]])
  if (outcome && !('error' in outcome)) return outcome.value
  throw conflict(`This cannot be evaluated, only be shown as it was written: ${outcome?.error.message}.`)
}
