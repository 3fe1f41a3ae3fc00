import { type Comment, timestamp } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { PersonPresenter } from '../../workspace/people.ts'
import type { CommentRow } from './comments.rules.ts'

/** A person among the repliers of a comment. */
export interface ReplierRow {
  id: string
  user_id: string
  count: number
  replied_at: Date | string
}

const maxRepliers = 20
/** Replies that are looked at, from the newest on. */
const maxReplies = 500
/** About the bytes of one person in an answer. */
const bytesPerReplier = 400

/** Selects about how many bytes the repliers of a row of `comment` take in an answer. */
export const replierBytes: RawBuilder<number> = raw<number>`
  least(comment.replies, ${raw.lit(maxRepliers)}) * ${raw.lit(bytesPerReplier)}`

/**
 * Loads the people who wrote the newest replies to each of these comments, the latest replier first. Sends no query if
 * none of the comments has a reply.
 */
export async function repliersOf(sql: Sql, comments: Pick<CommentRow, 'id' | 'replies'>[]): Promise<ReplierRow[]> {
  const answered = comments.filter(({ replies }) => replies > 0).map(({ id }) => id)
  if (answered.length === 0) return []
  const { rows } = await raw<ReplierRow>`
    select comment.id, replier.* from comment cross join lateral (
      select posted_by as user_id, count(*)::int as count, max(posted_at) as replied_at
      from (
        select id, posted_by, posted_at from comment_reply
        where comment_id = comment.id order by comment_reply.id desc limit ${raw.lit(maxReplies)}
      ) newest
      group by posted_by order by max(newest.id) desc limit ${raw.lit(maxRepliers)}
    ) replier
    where comment.id = ${anyOf(answered)}`.execute(sql)
  return rows
}

export const presentRepliers = (rows: ReplierRow[], user: PersonPresenter): Comment['repliers'] =>
  rows.map(({ user_id, count, replied_at }) => ({ user: user(user_id), count, updatedAt: timestamp(replied_at) }))
