import { readableSpaceIds } from '@quire/access'
import type { Notification, notificationOperations } from '@quire/contracts'
import { timestamp } from '@quire/contracts'
import { type Input, keysBefore, listOf } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { Tables } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import { membersOf } from '../people.ts'

type NotificationRow = Selectable<Tables['notification']> & {
  title: string
  number: number | null
  subject: string | null
  page_id: string | null
  excerpt: string | null
  status: 'completed' | 'failed' | null
}

/** Characters of a comment that a notification quotes. */
const excerptLength = 300
/** Unread notifications are counted up to this number. */
const maxCounted = 1000

type Listed = WorkspaceContext & Input<typeof notificationOperations.listNotifications>

/** Lists the caller's notifications that they may see now, newest first. */
export async function listOwn(context: Listed) {
  const { page, cursors, query } = context
  const [after] = keysBefore(page) ?? []
  const unread = query.unread === undefined ? raw`` : query.unread ? isUnread : raw`and read_at is not null`
  const wanted = after === undefined ? unread : raw`${unread} and id < ${after}`
  const columns = raw`n.*, space.title, change_request.number, change_request.subject, comment.page_id,
    left(coalesce(reply.markdown, comment.markdown), ${raw.lit(excerptLength)}) as excerpt, import_run.status`
  const { rows } = await selectVisible<NotificationRow>(context, {
    wanted,
    columns,
    rest: raw`order by n.id desc limit ${page.limit + 1}`,
  }).execute(context.sql)
  const person = await membersOf(
    context,
    rows.flatMap(({ actor }) => actor ?? []),
  )
  return listOf({ page, cursors, rows, present: (row) => presentNotification(row, person), after: ({ id }) => [id] })
}

/** The condition of an index: clients count unread notifications each minute, and most people have read nearly all. */
const isUnread = raw`and read_at is null`

/** Counts the caller's unread notifications that they may see now. */
export async function countUnread(context: Pick<WorkspaceContext, 'sql' | 'access' | 'userId'>) {
  const rest = raw`limit ${raw.lit(maxCounted + 1)}`
  const { rows } = await selectVisible(context, { wanted: isUnread, columns: raw``, rest }).execute(context.sql)
  return { unread: Math.min(rows.length, maxCounted), isMore: rows.length > maxCounted }
}

interface Selection {
  /** A condition on the columns of notifications, applied before any other table is read. */
  wanted: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** Follows the conditions. */
  rest: RawBuilder<unknown>
}

/**
 * Selects the caller's notifications from `n`, of spaces that the caller may read now, and of comments where the caller
 * may read those. What a deleted comment or change request said is gone.
 */
function selectVisible<Row>(
  { access, userId }: Pick<WorkspaceContext, 'access' | 'userId'>,
  { wanted, columns, rest }: Selection,
): RawBuilder<Row> {
  const { member } = access
  const { organizationId } = member
  const own = raw`organization_id = ${organizationId} and user_id = ${userId} ${wanted}`
  const where = raw<SqlBool>`s.id in (select space_id from notification where ${own})`
  return raw<Row>`
    select ${columns}
    from (select * from notification where ${own}) n
    join space on space.id = n.space_id and space.organization_id = n.organization_id and space.deleted_at is null
    left join change_request on change_request.id = n.change_request_id
    left join comment on comment.id = n.comment_id
    left join comment_reply reply on reply.id = n.reply_id
    left join import_run on import_run.id = n.import_run_id
    where (n.comment_id is null or comment.id is not null)
      and (n.reply_id is null or reply.id is not null)
      and (n.change_request_id is null or change_request.id is not null)
      and (n.import_run_id is null or import_run.id is not null)
      and n.space_id in ${readableSpaceIds({ member, where })}
      and (n.comment_id is null or n.space_id in ${readableSpaceIds({ member, least: 'comment', where })})
      ${rest}`
}

function presentNotification(row: NotificationRow, person: Awaited<ReturnType<typeof membersOf>>): Notification {
  const { change_request_id: changeRequest, comment_id: comment, reply_id: reply, import_run_id: run } = row
  return {
    object: 'notification',
    id: row.id,
    kind: row.kind,
    createdAt: timestamp(row.created_at),
    ...(row.read_at && { readAt: timestamp(row.read_at) }),
    ...(row.actor !== null && { actor: person(row.actor) }),
    space: { id: row.space_id, title: row.title },
    ...(changeRequest !== null && {
      changeRequest: { id: changeRequest, number: row.number ?? 0, subject: row.subject ?? '' },
    }),
    ...(comment !== null && {
      comment: {
        id: comment,
        ...(reply !== null && { reply }),
        ...(row.page_id !== null && { page: row.page_id }),
        excerpt: row.excerpt?.toWellFormed() ?? '',
      },
    }),
    ...(run !== null && { importRun: { id: run, status: row.status === 'completed' ? 'completed' : 'failed' } }),
  }
}
