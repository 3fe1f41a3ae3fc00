import { atLeast } from '@quire/access'
import { type Comment, maxCommentLength } from '@quire/contracts'
import { refOf } from '@quire/document/plain'
import { badRequest, forbidden } from '@quire/kit'
import { type Body, bodyToMarkdown, type Format, presentDocuments } from '../../pages/text-conversion.ts'
import type { DiscussionContext, DiscussionParser } from '../context.ts'

/** A text by one person: a comment or a reply. */
interface AuthoredText {
  posted_by: string
  markdown: string
}

type Caller = Pick<DiscussionContext, 'userId' | 'access'>

/** The text of a request, read before the locks of the write that stores it. */
export interface CommentText {
  markdown: string
  /** The ids in its mentions, which anybody may have, or nobody. */
  mentioned: string[]
}

/** Reads the text of a body; throws 400 naming `field` if it is too long for a comment. */
export async function commentText(parser: DiscussionParser, body: Body, field: string): Promise<CommentText> {
  const markdown = await bodyToMarkdown(parser, body, field)
  if (markdown.length > maxCommentLength)
    throw badRequest(field, `a comment has ${maxCommentLength} characters at most`)
  return { markdown, mentioned: await mentionsIn(parser, markdown) }
}

/** Reads the new text of an update; undefined if the update has no body. */
export const changedText = ({
  parser,
  body,
}: Pick<DiscussionContext, 'parser'> & { body: { body?: Body | undefined } }) =>
  body.body === undefined ? Promise.resolve(undefined) : commentText(parser, body.body, 'body.body')

/** The users that one text may mention. */
const maxMentioned = 50

/** Matches a text that may mention somebody; few do, and only those are parsed. */
const mayMention = /\/users\/[\w-]/

/** Finds the users that a text mentions. A text that the parser refuses is shown as it was written, and mentions nobody. */
async function mentionsIn(parser: DiscussionParser, markdown: string): Promise<string[]> {
  if (!mayMention.test(markdown)) return []
  const [read] = await parser.runEach('links', [[markdown]])
  if (!read || 'error' in read) return []
  const users = read.value.flatMap(({ url }) => {
    const ref = refOf(url, {})
    return ref?.kind === 'user' ? [ref.user] : []
  })
  return [...new Set(users)].slice(0, maxMentioned)
}

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
