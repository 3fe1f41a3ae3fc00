import { type Comment, timestamp } from '@quire/contracts'
import { anyOf, badRequest } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { PersonPresenter } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'

/** The table of reactions to comments or to replies, and the column of the comment or reply. */
type ReactionTable = Record<'name' | 'key', RawBuilder<unknown>>

export const commentReactions: ReactionTable = { name: raw.table('reaction'), key: raw.ref('comment_id') }
export const replyReactions: ReactionTable = { name: raw.table('comment_reply_reaction'), key: raw.ref('reply_id') }

/** One person's emoji on a comment or reply. */
export interface ReactionRow {
  id: string
  emoji: string
  user_id: string
  reacted_at: Date | string
}

/** Emojis that one person may have on a comment or reply. */
const maxEmojis = 50

/** The reactions that the caller adds and takes back. */
interface ReactionChange {
  addedReactions?: string[] | undefined
  removedReactions?: string[] | undefined
}

/**
 * Adds and takes back emojis of the caller, in this order; each counts once. Throws 400 beyond `maxEmojis`. Needs the
 * lock on the comment or reply, so that concurrent requests cannot exceed this bound.
 */
export async function react(
  { sql, userId, deps }: Pick<DiscussionContext, 'sql' | 'userId' | 'deps'>,
  { name, key }: ReactionTable,
  id: string,
  { addedReactions: added = [], removedReactions: removed = [] }: ReactionChange,
): Promise<void> {
  if (added.length > 0) {
    await raw`
      insert into ${name} (${key}, emoji, user_id, reacted_at)
      select ${id}, emoji, ${userId}, ${deps.now()} from unnest(${added}::text[]) emoji
      on conflict do nothing`.execute(sql)
  }
  const own = raw`from ${name} where ${key} = ${id} and user_id = ${userId}`
  if (removed.length > 0) await raw`delete ${own} and emoji = ${anyOf(removed)}`.execute(sql)
  if (added.length === 0) return
  const { rows } = await raw`select ${own} limit ${maxEmojis + 1}`.execute(sql)
  if (rows.length > maxEmojis) throw badRequest('body.addedReactions', `one person has ${maxEmojis} of them at most`)
}

/** About the bytes of one reaction in an answer, with the person who reacted. */
const bytesPerReaction = 400
/** Reactions that are counted at most: this many fill a page of a list by themselves. */
const maxCounted = 3000

/** Selects about how many bytes the reactions to the row with this id take in an answer. */
export const reactionBytes = ({ name, key }: ReactionTable, id: string): RawBuilder<number> => raw<number>`(
  select ${raw.lit(bytesPerReaction)} * count(*)::int
  from (select from ${name} where ${key} = ${raw.ref(id)} limit ${raw.lit(maxCounted)}) counted
)`

/** Loads the reactions to these comments or replies, oldest first. */
export async function reactionsTo(sql: Sql, { name, key }: ReactionTable, ids: string[]): Promise<ReactionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await raw<ReactionRow>`
    select ${key} as id, emoji, user_id, reacted_at from ${name} where ${key} = ${anyOf(ids)}
    order by reacted_at, emoji, user_id`.execute(sql)
  return rows
}

/** Presents the reactions to one comment or reply, by emoji. */
export const presentReactions = (rows: ReactionRow[], user: PersonPresenter): Comment['reactions'] =>
  [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, group]) => ({
    emoji,
    count: group.length,
    users: group.map((one) => ({ user: user(one.user_id), reactedAt: timestamp(one.reacted_at) })),
  }))
