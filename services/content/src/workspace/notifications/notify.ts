import type { NotificationKind } from '@quire/contracts'
import { newId } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../../context.ts'
import type { Writer } from '../../database.ts'

/** Something that happened. `cause` identifies it: each person is notified of it once, whatever is repeated. */
interface Happening {
  cause: string
  kind: NotificationKind
  spaceId: string
  changeRequestId?: string | null | undefined
  commentId?: string
  replyId?: string
}

/** Bounds the people who are notified of one thing. */
const maxRecipients = 100

/**
 * Notifies people of something that the caller did, in the transaction of the write; the caller is left out. People who
 * may not see it, now or later, do not find it in their list.
 */
export async function notify(
  { sql, deps, userId }: Pick<ContentContext, 'sql' | 'deps' | 'userId'>,
  { cause, kind, spaceId, changeRequestId = null, commentId, replyId }: Happening,
  people: Iterable<string>,
): Promise<void> {
  const recipients = [...new Set(people)].filter((id) => id !== userId).slice(0, maxRecipients)
  if (recipients.length === 0) return
  const ids = recipients.map(() => newId())
  await raw`
    insert into notification (id, user_id, cause, kind, organization_id, space_id, change_request_id, comment_id,
      reply_id, actor, created_at, mail_at)
    select given.id, given.user_id, ${cause}, ${kind}, space.organization_id, space.id, ${changeRequestId}::text,
      ${commentId ?? null}::text, ${replyId ?? null}::text, ${userId}, ${deps.now()}::timestamptz, ${deps.now()}::timestamptz
    from unnest(${ids}::text[], ${recipients}::text[]) given (id, user_id) join space on space.id = ${spaceId}
    on conflict (user_id, cause) do nothing`.execute(sql)
}

/**
 * Notifies the person who started an import that it has ended, in the transaction that ends it. Imports that a request
 * waits for, and runs of Git, which have a state of their own, notify nobody.
 */
export async function notifyOfImport({ sql }: Writer, runId: string, at: Date): Promise<void> {
  await raw`
    insert into notification (id, user_id, cause, kind, organization_id, space_id, change_request_id, import_run_id,
      created_at, mail_at)
    select ${newId()}, user_id, 'import:' || id, 'import', organization_id, space_id, change_request_id, id,
      ${at}::timestamptz, ${at}::timestamptz
    from import_run where id = ${runId} and not is_call and git is null
    on conflict (user_id, cause) do nothing`.execute(sql)
}
