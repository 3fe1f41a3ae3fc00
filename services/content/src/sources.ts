import { collection, grant, grantedSpaces, type Noun, space } from '@quire/contracts'
import { type Source, source, statesOf } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { type CollectionRow, collectionState } from './collections/collections.present.ts'
import { grantedSpacesState } from './counters/counters.state.ts'
import type { Tables } from './database.ts'
import { grantState } from './grants/grants.state.ts'
import { type SpaceRow, spaceState } from './spaces/spaces.state.ts'

/** States of a table, or of those of its rows that are `only` so, in the order of a text key, a page at a time. */
function rowsOf<Row>(
  noun: Pick<Noun, 'name'>,
  table: string,
  key: string,
  state: (row: Row) => unknown,
  only = 'true',
): Source {
  return source(noun, async (sql: Kysely<Tables>, after, limit) => {
    const { rows } = await raw<Row & { source_key: string }>`
      select *, ${raw.raw(key)} as source_key from ${raw.table(table)}
      where ${raw.raw(key)} > ${after ?? ''} and ${raw.raw(only)} order by ${raw.raw(key)} limit ${limit}`.execute(sql)
    return statesOf(rows, limit, state, (row) => row.source_key)
  })
}

/** Where content's own states are, for whoever must resynchronise (design 4). */
export const sources: Source[] = [
  rowsOf<CollectionRow>(collection, 'collection', 'id', collectionState, 'deleted_at is null'),
  rowsOf<SpaceRow>(space, 'space', 'id', spaceState),
  rowsOf(grant, 'access_grant', "scope_id || '.' || subject_id", grantState),
  rowsOf(grantedSpaces, 'granted_spaces', 'subject_id', grantedSpacesState),
]
