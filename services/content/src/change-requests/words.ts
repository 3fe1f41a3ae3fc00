import type { changeRequestWords } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { ZodObject, z } from 'zod'
import type { Tables } from '../database.ts'
import { documentToMarkdown } from '../pages/bodies.ts'

/** A list shows a thousand change requests with their descriptions: each must stay a description. */
const longestDescription = 20_000

type Words = z.output<ZodObject<typeof changeRequestWords>>

/** What a body says of a change request, as columns; absent leaves unchanged, and no description is null. */
export function wordsOf({ subject, description }: Words): UpdateObject<Tables, 'change_request'> {
  return {
    ...(subject !== undefined && { subject }),
    ...(description !== undefined && { description: description && describe(description) }),
  }
}

function describe(document: NonNullable<Words['description']>): string | null {
  const markdown = documentToMarkdown(document, 'body.description')
  if (markdown.length > longestDescription)
    throw badRequest('body.description', `must have at most ${longestDescription} characters as markdown`)
  return markdown.trim() === '' ? null : markdown
}
