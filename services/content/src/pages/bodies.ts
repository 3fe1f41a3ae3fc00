import { DocumentError, toDocument, toMarkdown } from '@quire/document'
import { badRequest } from '@quire/kit'

/** What a body may be: markdown, a document tree, or nothing. */
export type Body = { markdown: string } | { document: unknown } | Record<string, never>

/** The markdown of a body; 400 naming `field` where its tree is none. */
export function bodyToMarkdown(body: Body, field: string): string {
  if ('markdown' in body) return String(body.markdown)
  if (!('document' in body)) return ''
  try {
    return toMarkdown(body.document as Parameters<typeof toMarkdown>[0])
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest(`${field}.document`, error.message)
    throw error
  }
}

/** A text in the format that was asked for; markdown where none was (design 6). */
export function presentBody(markdown: string, format: 'document' | 'markdown' | undefined) {
  return format === 'document' ? { document: toDocument(markdown) } : { markdown }
}
