import type { ContentContributor, contentContributorOperations } from '@quire/contracts'
import { type Input, keysBefore, listOf, rowsToRead } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import { peopleOf } from '../../workspace/people.ts'
import type { ReadingContext } from '../context.ts'

/*
 * The keys of contributors: `u` with the id of a person, or `a` with the name of an author of commits. Indexes have these
 * expressions, which is why they are repeated here as migration 0069 has them.
 */
const editor = raw`('u' || user_id)`
const maker = raw`(case when author is null then 'u' || created_by else 'a' || left(author, 200) end)`
const isDirect = raw`change_request_id is null and kind in ('edits', 'import')`

/**
 * Lists whose changes went live in a space: people who edited merged change requests, and those who made other revisions,
 * in the order of their keys. Each of them costs a look into two indexes, however long the history is.
 */
export async function listContributorsToSpace(
  context: ReadingContext & Input<typeof contentContributorOperations.listContributorsToSpace>,
) {
  const { sql, params, page, cursors } = context
  const { spaceId } = params
  const [after = ''] = keysBefore(page) ?? []
  const wanted = rowsToRead(page)
  const { rows } = await raw<{ key: string }>`
    with recursive step (key, is_live, found) as (
      select next.key, live.is_live, live.is_live::int
      from (select ${keyAfter(spaceId, raw`${after}::text`)} as key) next
      cross join lateral (select ${isLive(spaceId, raw`next.key`)} as is_live) live
      where next.key is not null
      union all
      select next.key, live.is_live, step.found + live.is_live::int
      from step
      cross join lateral (select ${keyAfter(spaceId, raw`step.key`)} as key) next
      cross join lateral (select ${isLive(spaceId, raw`next.key`)} as is_live) live
      where next.key is not null and step.found < ${wanted}
    )
    select key from step where is_live order by key`.execute(sql)
  const ids = rows.flatMap(({ key }) => (key.startsWith('u') ? [key.slice(1)] : []))
  const user = await peopleOf(context, ids)
  const present = ({ key }: { key: string }): ContentContributor => ({
    object: 'content-contributor',
    ...(key.startsWith('u') ? { user: user(key.slice(1)) } : { author: key.slice(1) }),
  })
  return listOf({ page, cursors, rows, present, after: ({ key }) => [key] })
}

/** The first key of the space after another one; null after the last. */
const keyAfter = (spaceId: string, after: RawBuilder<unknown>) => raw`least(
  (select ${editor} from change_request_contributor
    where space_id = ${spaceId} and action_type = 'edit' and ${editor} > ${after} order by ${editor} limit 1),
  (select ${maker} from revision
    where space_id = ${spaceId} and ${isDirect} and ${maker} > ${after} order by ${maker} limit 1))`

/** True for the key of somebody who has more than edits in change requests that are not merged. */
const isLive = (spaceId: string, key: RawBuilder<unknown>) => raw`(
  exists (select from revision where space_id = ${spaceId} and ${isDirect} and ${maker} = ${key})
  or exists (
    select from change_request_contributor edited
    join change_request merged on merged.id = edited.change_request_id and merged.status = 'merged'
    where edited.user_id = substr(${key}, 2) and edited.space_id = ${spaceId} and edited.action_type = 'edit'
      and left(${key}, 1) = 'u'))`
