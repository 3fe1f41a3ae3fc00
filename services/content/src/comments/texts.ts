import { atLeast } from '@quire/access'
import { type Comment, longestComment } from '@quire/contracts'
import { badRequest, forbidden } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { type Body, bodyToMarkdown, type Format, presentDocuments } from '../pages/bodies.ts'
import type { TextParser } from '../parsing.ts'

/** What comments and replies have in common: a text of one person. */
interface WrittenText {
  posted_by: string
  markdown: string
}

type Caller = Pick<ContentContext, 'userId' | 'access'>

/** The markdown of a body; 400 naming `field` where it is longer than a comment may be. */
export async function commentMarkdown(parser: TextParser, body: Body, field: string): Promise<string> {
  const markdown = await bodyToMarkdown(parser, body, field)
  if (markdown.length > longestComment) throw badRequest(field, `a comment has ${longestComment} characters at most`)
  return markdown
}

/** The markdown of a change's body; undefined where it has none. */
export const changedMarkdown = ({
  parser,
  body,
}: Pick<ContentContext, 'parser'> & { body: { body?: Body | undefined } }) =>
  body.body === undefined ? Promise.resolve(undefined) : commentMarkdown(parser, body.body, 'body.body')

/** The texts in the format that the caller asked for, in the order of the rows. */
export async function bodiesOf(
  parser: TextParser,
  rows: Pick<WrittenText, 'markdown'>[],
  format: Format,
): Promise<Comment['body'][]> {
  const texts = rows.map(({ markdown }) => markdown)
  if (format !== 'document') return texts.map((markdown) => ({ markdown }))
  return (await presentDocuments(parser, texts)).map((document) => ({ document }))
}

/** What the caller may do with a text that they see. */
export const permissionsOn = ({ userId, access }: Caller, { posted_by }: WrittenText): Comment['permissions'] => ({
  view: true,
  edit: posted_by === userId,
  reply: atLeast(access.level, 'comment'),
  delete: posted_by === userId || atLeast(access.level, 'create'),
})

/** Throws 403 for everybody but the author. */
export function requireAuthor(context: Caller, row: WrittenText, what: string): void {
  if (!permissionsOn(context, row).edit) throw forbidden(`Only its author may edit a ${what}.`)
}

/** Throws 403 for who is neither the author nor may create on the space. */
export function requireDeleter(context: Caller, row: WrittenText, what: string): void {
  if (!permissionsOn(context, row).delete)
    throw forbidden(`Only its author, or somebody with "create" on the space, may delete a ${what}.`)
}
