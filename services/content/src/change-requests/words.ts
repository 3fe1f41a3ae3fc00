import type { changeRequestWords } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { ZodObject, z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { documentToMarkdown } from '../pages/bodies.ts'
import type { TextParser } from '../parsing.ts'
import { type ChangeRequestPath, findChangeRequest } from './change-requests.rules.ts'
import { readDescriptions } from './descriptions.ts'

/** A list shows a thousand change requests with their descriptions, so each must be short. */
const longestDescription = 20_000

type Words = z.output<ZodObject<typeof changeRequestWords>>

/** What a body says of a change request, as columns; absent leaves unchanged, and no description is null. */
export async function wordsOf(
  parser: TextParser,
  { subject, description }: Words,
): Promise<UpdateObject<Tables, 'change_request'>> {
  return {
    ...(subject !== undefined && { subject }),
    ...(description !== undefined && { description: description && (await describe(parser, description)) }),
  }
}

async function describe(parser: TextParser, document: NonNullable<Words['description']>): Promise<string | null> {
  const markdown = await documentToMarkdown(parser, document, 'body.description')
  if (markdown.length > longestDescription)
    throw badRequest('body.description', `must have at most ${longestDescription} characters as markdown`)
  return markdown.trim() === '' ? null : markdown
}

/** Reads the words of a change and the description as it was, before anything is locked: no lock waits for a text. */
export async function readWords(context: ContentContext & { params: ChangeRequestPath }, body: Words) {
  const words = await wordsOf(context.parser, body)
  const { description } = await findChangeRequest(context.sql, context.params)
  const shown = typeof words.description === 'string' ? words.description : description
  return { words, known: await readDescriptions(context, [shown]) }
}
