import { DocumentError, toDocument, toMarkdown, withFrontMatter } from '@quire/document'
import { badRequest, conflict } from '@quire/kit'
import { frontMatterOf } from '../front-matter/write.ts'
import type { PageEntry } from '../revisions/entries.ts'

/** What a body may be: markdown, a document tree, or nothing. */
export type Body = { markdown: string } | { document: unknown } | Record<string, never>

/** The markdown of a body; 400 naming `field` where its tree is none. */
export function bodyToMarkdown(body: Body, field: string): string {
  if ('markdown' in body) return String(body.markdown)
  return 'document' in body ? documentToMarkdown(body.document, `${field}.document`) : ''
}

/** The markdown of a document tree; 400 naming `field` where it is none. */
export const documentToMarkdown = (document: unknown, field: string): string =>
  inField(field, () => toMarkdown(document as Parameters<typeof toMarkdown>[0]))

/** Runs work on one text; what is wrong with it is a 400 that names `field`. */
export function inField<Result>(field: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest(field, error.message)
    throw error
  }
}

/** A page's text as `presentBody` gives it; as markdown, with the front matter in front that it came with. */
export function presentPageBody(page: PageEntry, markdown: string, format: 'document' | 'markdown' | undefined) {
  return presentBody(format === 'document' ? markdown : withFrontMatter(frontMatterOf(page) ?? {}, markdown), format)
}

/** A text in the format that was asked for; markdown where none was (design 6). */
export function presentBody(markdown: string, format: 'document' | 'markdown' | undefined) {
  return format === 'document' ? { document: presentDocument(markdown) } : { markdown }
}

/** The document of a kept text; 409 where it is none: both sides of a conflict may be too large where each was not. */
export function presentDocument(markdown: string) {
  try {
    return toDocument(markdown)
  } catch (error) {
    if (error instanceof DocumentError)
      throw conflict(`This cannot be shown as a document, only as markdown: ${error.message}.`)
    throw error
  }
}
