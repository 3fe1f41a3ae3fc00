import type { changeRequestTexts } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { ZodObject, z } from 'zod'
import type { Tables } from '../../database.ts'
import { documentToMarkdown } from '../../pages/text-conversion.ts'
import type { EditingContext, EditingParser } from '../context.ts'
import { readDescriptions } from './change-request-descriptions.ts'
import { type ChangeRequestPath, findChangeRequest } from './change-requests.rules.ts'

/** A list may contain a thousand change requests with their descriptions, so each must be short. */
const maxDescriptionLength = 20_000

type TextFieldInput = z.output<ZodObject<typeof changeRequestTexts>>

/** Converts the text fields of a body to columns. Absent fields stay unchanged; an empty description is null. */
export async function textColumns(
  parser: EditingParser,
  { subject, description }: TextFieldInput,
): Promise<UpdateObject<Tables, 'change_request'>> {
  return {
    ...(subject !== undefined && { subject }),
    ...(description !== undefined && { description: description && (await describe(parser, description)) }),
  }
}

async function describe(
  parser: EditingParser,
  document: NonNullable<TextFieldInput['description']>,
): Promise<string | null> {
  const markdown = await documentToMarkdown(parser, document, 'body.description')
  if (markdown.length > maxDescriptionLength)
    throw badRequest('body.description', `must have at most ${maxDescriptionLength} characters as markdown`)
  return markdown.trim() === '' ? null : markdown
}

/**
 * Parses the text fields of an update and the current description before locks are taken: no lock waits for parsing.
 */
export async function textFields(context: EditingContext & { params: ChangeRequestPath }, body: TextFieldInput) {
  const columns = await textColumns(context.parser, body)
  const { description } = await findChangeRequest(context.sql, context.params)
  const next = typeof columns.description === 'string' ? columns.description : description
  return { columns, known: await readDescriptions(context, [next]) }
}
