import { type Comment, timestamp } from '@quire/contracts'
import { anyOf, badRequest } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import type { ShowPerson } from '../people/people.ts'

/** Where the reactions to one kind of thing are kept: to comments, or to replies. */
type ReactionTable = Record<'name' | 'key', RawBuilder<unknown>>

export const commentReactions: ReactionTable = { name: raw.table('reaction'), key: raw.ref('comment_id') }
export const replyReactions: ReactionTable = { name: raw.table('comment_reply_reaction'), key: raw.ref('reply_id') }

/** One person's emoji on one thing. */
export interface ReactionRow {
  id: string
  emoji: string
  user_id: string
  reacted_at: Date | string
}

/** How many emojis one person may have on one thing. */
const mostEmojis = 50

/** What the caller adds and takes back. */
interface ReactionChange {
  addedReactions?: string[] | undefined
  removedReactions?: string[] | undefined
}

/**
 * Adds and takes back emojis of the caller's, in this order; each counts once. The caller holds the thing's lock, so
 * that nobody passes the bound (400) by several requests at once.
 */
export async function react(
  { sql, userId, deps }: Pick<ContentContext, 'sql' | 'userId' | 'deps'>,
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
  const { rows } = await raw`select ${own} limit ${mostEmojis + 1}`.execute(sql)
  if (rows.length > mostEmojis) throw badRequest('body.addedReactions', `one person has ${mostEmojis} of them at most`)
}

/** One in an answer, with the person who reacted. */
const shownBytes = 400
/** Counting stops here: so many fill a page of a list by themselves. */
const countedUpTo = 3000

/** About how many bytes the reactions to the row of this id take in an answer. */
export const reactionBytes = ({ name, key }: ReactionTable, id: string): RawBuilder<number> => raw<number>`(
  select ${raw.lit(shownBytes)} * count(*)::int
  from (select from ${name} where ${key} = ${raw.ref(id)} limit ${raw.lit(countedUpTo)}) counted
)`

/** The reactions to these, oldest first. */
export async function reactionsTo(sql: Sql, { name, key }: ReactionTable, ids: string[]): Promise<ReactionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await raw<ReactionRow>`
    select ${key} as id, emoji, user_id, reacted_at from ${name} where ${key} = ${anyOf(ids)}
    order by reacted_at, emoji, user_id`.execute(sql)
  return rows
}

/** Reactions to one thing as callers see them, by emoji. */
export const presentReactions = (rows: ReactionRow[], user: ShowPerson): Comment['reactions'] =>
  [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, group]) => ({
    emoji,
    count: group.length,
    users: group.map((one) => ({ user: user(one.user_id), reactedAt: timestamp(one.reacted_at) })),
  }))
