import { presentMember } from '@quire/contracts'
import { keysBefore, listOf, type Page, rowsToRead } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import type { Tables } from '../../database.ts'
import type { PersonRow } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import { type CommentTarget, ofTarget } from './comments.rules.ts'

/** A member who commented or replied. */
interface Commenter {
  user_id: string
  state: Selectable<Tables['member']>['state']
  spaces: number | null
  person: PersonRow | null
}

/** Commenters that are counted at most: each of them costs a step. */
const maxCounted = 1000

/** Lists a page of the members who commented on the target or replied there, disabled ones and guests included. */
export async function listCommenters(context: DiscussionContext, target: CommentTarget) {
  const { sql, access, page, cursors, deps } = context
  const { rows } = await commenterPage(target, access.organizationId, page).execute(sql)
  const list = await listOf({
    page,
    cursors,
    rows,
    present({ state, spaces, user_id: id, person }) {
      if (deps.isBarred(state.id)) return undefined
      const isGuest = access.member.role === null
      const seen = isGuest ? { ...state, ...unseen } : state
      return presentMember(seen, userOf(id, person), isGuest ? 0 : (spaces ?? 0), deps.publicUrl)
    },
    after: (row) => [row.user_id],
    count: async () => (rows.length > page.limit ? countCommenters(context, target) : rows.length),
  })
  return { ...list, items: list.items.filter((item) => item !== undefined) }
}

/** What guests do not learn of members, whom they see by what these have written only. */
const unseen = { lastSeenAt: null, sso: false, teams: 0 }

const userOf = (id: string, person: PersonRow | null) => ({
  id,
  displayName: person?.display_name ?? '',
  email: person?.email ?? '',
  photoURL: person?.photo_url ?? null,
})

/** Selects a page, and one row more, of the members who wrote on the target, in the order of their user ids. */
export function commenterPage(target: CommentTarget, organizationId: string, page: Page): RawBuilder<Commenter> {
  const [before = ''] = keysBefore(page) ?? []
  return raw<Commenter>`
    ${writersOf(target, organizationId, before, rowsToRead(page))}
    select step.user_id, step.state, granted_spaces.spaces, to_jsonb(person) as person
    from step
    left join person on person.id = step.user_id
    left join granted_spaces on granted_spaces.subject_id = step.member_id
    where step.member_id is not null
    order by step.user_id`
}

/** Counts the commenters; undefined beyond `maxCounted`. */
async function countCommenters({ sql, access }: DiscussionContext, target: CommentTarget): Promise<number | undefined> {
  const { rows } = await raw<{ count: number }>`
    ${writersOf(target, access.organizationId, '', raw.lit(maxCounted + 1))}
    select count(member_id)::int as count from step`.execute(sql)
  const count = rows[0]?.count ?? 0
  return count > maxCounted ? undefined : count
}

/**
 * Walks an index from one writer on the target to the next until `max` of them are members, and skips people who left
 * the organization. The cost depends on the number of writers, not on how much they wrote.
 */
function writersOf(target: CommentTarget, organizationId: string, before: string, max: RawBuilder<unknown>) {
  const nextIn = (table: 'comment' | 'comment_reply') => raw`(
    select posted_by from ${raw.table(table)} where ${ofTarget(target)} and posted_by > step.user_id
    order by posted_by limit 1)`
  return raw`
    with recursive step as (
      select ${before}::text as user_id, null::text as member_id, null::jsonb as state, 0 as found
      union all
      select next.user_id, known.id, known.state, step.found + (known.id is not null)::int
      from step
      cross join lateral (select least(${nextIn('comment')}, ${nextIn('comment_reply')}) as user_id) next
      left join lateral (
        select id, state from member where organization_id = ${organizationId} and user_id = next.user_id
        order by id desc limit 1
      ) known on true
      where next.user_id is not null and step.found < ${max}
    )`
}
