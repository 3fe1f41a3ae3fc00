import { atLeast } from '@quire/access'
import { type Comment, maxCommentLength } from '@quire/contracts'
import { badRequest, forbidden } from '@quire/kit'
import { type Body, bodyToMarkdown, type Format, presentDocuments } from '../../pages/text-conversion.ts'
import type { DiscussionContext, DiscussionParser } from '../context.ts'

/** A text by one person: a comment or a reply. */
interface AuthoredText {
  posted_by: string
  markdown: string
}

type Caller = Pick<DiscussionContext, 'userId' | 'access'>

/** Returns the markdown of a body; throws 400 naming `field` if it is too long for a comment. */
export async function commentMarkdown(parser: DiscussionParser, body: Body, field: string): Promise<string> {
  const markdown = await bodyToMarkdown(parser, body, field)
  if (markdown.length > maxCommentLength)
    throw badRequest(field, `a comment has ${maxCommentLength} characters at most`)
  return markdown
}

/** Returns the new markdown of an update; undefined if the update has no body. */
export const changedMarkdown = ({
  parser,
  body,
}: Pick<DiscussionContext, 'parser'> & { body: { body?: Body | undefined } }) =>
  body.body === undefined ? Promise.resolve(undefined) : commentMarkdown(parser, body.body, 'body.body')

/** Returns the texts in the requested format, in the order of the rows. */
export async function bodiesOf(
  parser: DiscussionParser,
  rows: Pick<AuthoredText, 'markdown'>[],
  format: Format,
): Promise<Comment['body'][]> {
  const texts = rows.map(({ markdown }) => markdown)
  if (format !== 'document') return texts.map((markdown) => ({ markdown }))
  return (await presentDocuments(parser, texts)).map((document) => ({ document }))
}

/** The caller's permissions on a comment or reply that is visible to them. */
export const permissionsOn = ({ userId, access }: Caller, { posted_by }: AuthoredText): Comment['permissions'] => ({
  view: true,
  edit: posted_by === userId,
  reply: atLeast(access.level, 'comment'),
  delete: posted_by === userId || atLeast(access.level, 'create'),
})

/** Throws 403 unless the caller is the author. */
export function requireAuthor(context: Caller, row: AuthoredText, what: string): void {
  if (!permissionsOn(context, row).edit) throw forbidden(`Only its author may edit a ${what}.`)
}

/** Throws 403 unless the caller is the author or has `create` on the space. */
export function requireDeleter(context: Caller, row: AuthoredText, what: string): void {
  if (!permissionsOn(context, row).delete)
    throw forbidden(`Only its author, or somebody with "create" on the space, may delete a ${what}.`)
}
