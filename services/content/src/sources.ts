import { collection, grant, grantedSpaces, type Noun, space } from '@quire/contracts'
import { type Source, source, statesOf } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { grantedSpacesState } from './counters/counters.state.ts'
import type { Tables } from './database.ts'
import { grantState } from './grants/grants.state.ts'
import { type CollectionRow, collectionState } from './structure/collections.present.ts'
import { type SpaceRow, spaceState } from './structure/spaces.state.ts'

/**
 * The states of a table's rows, or of those that match `only`, a page at a time in the order of the primary key. Its
 * columns are texts without dots.
 */
function statesIn<Row>(
  noun: Pick<Noun, 'name'>,
  table: string,
  key: [string, ...string[]],
  state: (row: Row) => unknown,
  only = 'true',
): Source {
  const columns = raw.join(key.map((one) => raw.ref(one)))
  return source(noun, async (sql: Kysely<Tables>, after, limit) => {
    const ended = after?.split('.') ?? []
    const from = key.map((_, index) => ended[index] ?? '')
    const { rows } = await raw<Row & { source_key: string }>`
      select *, concat_ws('.', ${columns}) as source_key from ${raw.table(table)}
      where (${columns}) > (${raw.join(from)}) and ${raw.raw(only)} order by ${columns} limit ${limit}`.execute(sql)
    return statesOf(rows, limit, state, (row) => row.source_key)
  })
}

/** Where content's own states are, for whoever must resynchronise. */
export const sources: Source[] = [
  statesIn<CollectionRow>(collection, 'collection', ['id'], collectionState, 'deleted_at is null'),
  statesIn<SpaceRow>(space, 'space', ['id'], spaceState),
  statesIn(grant, 'access_grant', ['scope_id', 'subject_id'], grantState),
  statesIn(grantedSpaces, 'granted_spaces', ['subject_id'], grantedSpacesState),
]
