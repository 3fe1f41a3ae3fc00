import { type LiveRevision, type revisionOperations, timestamp, withoutNulls } from '@quire/contracts'
import { type Input, keysBefore, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { RevisionTables } from '../tables/revisions.tables.ts'
import { type PersonPresenter, peopleOf } from '../workspace/people.ts'
import type { ReadingContext } from './context.ts'

type Row = Pick<RevisionTables['revision'], 'id' | 'message' | 'git' | 'author' | 'created_by'> & {
  kind: LiveRevision['kind']
  created_at: Date
  change_request: LiveRevision['changeRequest'] | null
}

/**
 * Lists the live revisions of a space, newest first (docs/interface.md#revisions). The first parent of a live revision is
 * the one that was live before, so a page costs as much as it has rows, however long the history is.
 */
export async function listLiveRevisions(context: ReadingContext & Input<typeof revisionOperations.listLiveRevisions>) {
  const { sql, params, page, cursors } = context
  const { spaceId } = params
  const [after] = keysBefore(page) ?? []
  const first =
    after === undefined
      ? raw`(select revision from space where id = ${spaceId})`
      : raw`(select parents[1] from revision where id = ${after} and space_id = ${spaceId})`
  const { rows } = await raw<Row>`
    with recursive live as (
      select one.*, 1 as step from revision one where one.id = ${first} and one.space_id = ${spaceId}
      union all
      select before.*, live.step + 1 from live
      join revision before on before.id = live.parents[1] and before.space_id = live.space_id
      where live.step <= ${page.limit}
    )
    select live.id, live.kind, live.message, live.git, live.author, live.created_by, live.created_at,
      case when merged.id is not null then
        json_build_object('id', merged.id, 'number', merged.number, 'subject', merged.subject) end as change_request
    from live
    left join revision branch on branch.id = live.parents[2]
    left join change_request merged on merged.id = branch.change_request_id and merged.space_id = live.space_id
    order by live.step`.execute(sql)
  const user = await peopleOf(
    context,
    rows.map(({ created_by }) => created_by).filter((id) => id !== null),
  )
  return listOf({ page, cursors, rows, present: (row) => present(row, user), after: ({ id }) => [id] })
}

const present = ({ id, kind, created_at, created_by, ...row }: Row, user: PersonPresenter): LiveRevision => ({
  object: 'live-revision',
  id,
  kind,
  createdAt: timestamp(created_at),
  ...withoutNulls({
    createdBy: created_by === null ? null : user(created_by),
    author: row.author,
    message: row.message,
    changeRequest: row.change_request,
    git: row.git,
  }),
})
