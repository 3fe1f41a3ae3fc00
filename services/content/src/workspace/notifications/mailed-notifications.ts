import { atLeast, type IsBarred, type Level, spaceLevelsOfUsers } from '@quire/access'
import { type MailedNotification, maxMailedNotifications, type NotificationKind } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Recipient } from './notification-settings.ts'

interface FoundNotification {
  kind: NotificationKind
  space_id: string
  title: string
  change_request_id: string | null
  number: number | null
  subject: string | null
  comment_id: string | null
  page_id: string | null
  actor_name: string | null
}

/** Notifications of one space that are of comments, or those that are not. */
interface CountedNotifications {
  space_id: string
  isOfComments: boolean
  notifications: number
}

interface MailParts {
  mailId: string
  recipient: Recipient
  isBarred: IsBarred
  publicUrl: string
}

/**
 * Reads the notifications of a mail that the person may still see, newest first, and not read yet: those whose space they
 * may read, and of comments those of spaces where they may comment. Returns the first ones, and the number of the others.
 * There are none for somebody who was made a member without asking and has not come yet: strangers could fill their mailbox.
 */
export async function mailedNotifications(
  sql: Sql,
  { mailId, recipient, isBarred, publicUrl }: MailParts,
): Promise<{ notifications: MailedNotification[]; more: number }> {
  if (!(await hasCome(sql, recipient))) return { notifications: [], more: 0 }
  const visible = await visibleOf(sql, await countsOf(sql, mailId), { recipient, isBarred })
  if (visible.length === 0) return { notifications: [], more: 0 }
  const rows = await firstOf(sql, mailId, visible)
  const all = visible.reduce((sum, { notifications }) => sum + notifications, 0)
  return { notifications: rows.map((row) => present(row, publicUrl)), more: all - rows.length }
}

/** True if the person has come to the organization by themselves. */
async function hasCome(sql: Sql, { organizationId, userId }: Recipient): Promise<boolean> {
  const rows = await sql
    .selectFrom('member')
    .select(raw<boolean>`coalesce((state ->> 'introduced')::boolean, true)`.as('introduced'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  return rows.some(({ introduced }) => introduced)
}

/** The notifications of a mail whose subjects are still there. */
const remaining = raw`
  notification n
  join space on space.id = n.space_id and space.organization_id = n.organization_id and space.deleted_at is null
  left join change_request on change_request.id = n.change_request_id
  left join comment on comment.id = n.comment_id
  left join comment_reply reply on reply.id = n.reply_id
  left join import_run on import_run.id = n.import_run_id`
const isOfMail = (mailId: string) => raw`
  n.mail_id = ${mailId} and n.mail_at is not null and n.read_at is null
    and (n.comment_id is null or comment.id is not null)
    and (n.reply_id is null or reply.id is not null)
    and (n.change_request_id is null or change_request.id is not null)
    and (n.import_run_id is null or import_run.id is not null)`

async function countsOf(sql: Sql, mailId: string): Promise<CountedNotifications[]> {
  const { rows } = await raw<CountedNotifications>`
    select n.space_id, n.comment_id is not null as "isOfComments", count(*)::int as notifications
    from ${remaining} where ${isOfMail(mailId)} group by 1, 2`.execute(sql)
  return rows
}

/** Returns those that the person may see now. */
async function visibleOf(
  sql: Sql,
  counts: readonly CountedNotifications[],
  { recipient, isBarred }: Pick<MailParts, 'recipient' | 'isBarred'>,
): Promise<CountedNotifications[]> {
  const levels = new Map<string, Level>()
  for (const spaceId of new Set(counts.map(({ space_id }) => space_id))) {
    const found = await spaceLevelsOfUsers(sql, { spaceId, userIds: [recipient.userId] }, isBarred)
    levels.set(spaceId, found.get(recipient.userId) ?? 'none')
  }
  return counts.filter(({ space_id, isOfComments }) =>
    atLeast(levels.get(space_id) ?? 'none', isOfComments ? 'comment' : 'read'),
  )
}

async function firstOf(
  sql: Sql,
  mailId: string,
  visible: readonly CountedNotifications[],
): Promise<FoundNotification[]> {
  const spaces = (ofComments: boolean) =>
    visible.flatMap(({ space_id, isOfComments }) => (isOfComments === ofComments ? [space_id] : []))
  const { rows } = await raw<FoundNotification>`
    select n.kind, n.space_id, space.title, n.change_request_id, change_request.number, change_request.subject,
      n.comment_id, comment.page_id,
      case when coalesce((member.state ->> 'introduced')::boolean, true) then person.display_name else person.email end
        as actor_name
    from ${remaining}
    left join person on person.id = n.actor
    left join member on member.user_id = n.actor and member.organization_id = n.organization_id
    where ${isOfMail(mailId)} and n.space_id = any(
      case when n.comment_id is null then ${spaces(false)}::text[] else ${spaces(true)}::text[] end)
    order by n.id desc limit ${raw.lit(maxMailedNotifications)}`.execute(sql)
  return rows
}

function present(row: FoundNotification, publicUrl: string): MailedNotification {
  const { kind, title, number, subject, change_request_id: changeRequest, page_id: page, actor_name: actor } = row
  const space = `${publicUrl}/s/${encodeURIComponent(row.space_id)}`
  const url =
    changeRequest !== null
      ? `${space}/changes/${encodeURIComponent(changeRequest)}`
      : page !== null
        ? `${space}/p/${encodeURIComponent(page)}`
        : space
  return {
    kind,
    actor: actor || null,
    space: title,
    changeRequest: changeRequest === null ? null : { number: number ?? 0, subject: subject ?? '' },
    url,
  }
}
