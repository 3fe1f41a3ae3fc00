import type { RoleName } from '@quire/contracts'
import { type Statement, statement } from '@quire/kit'
import { type RawBuilder, sql } from 'kysely'
import { chainOf, collectionOf, effective, spaceOf } from './chain.ts'
import { type Level, levelOf } from './levels.ts'
import type { RowBeside } from './row-beside.ts'

interface AskedIds {
  /** Id of the space or collection. */
  id: string
  userId: string
}

/** The columns of one membership. The names begin with `$`, so that they differ from the columns of a `RowBeside`. */
export interface FoundLevel {
  $member: string
  $organization: string
  $role: RoleName | null
  $disabled: boolean
  $sso: boolean
  $samlProvider: string | null
  $parent: string | null
  $isDeleted: boolean
  $level: Level
}

const found = sql`
  m.id as "$member", m.organization_id as "$organization", m.role as "$role", m.disabled as "$disabled", o.sso as "$sso",
  o.state->>'samlProvider' as "$samlProvider", ${levelOf(effective)} as "$level"`

/** Joins the person's memberships to `asked`, the scope under its table's own column names. */
const memberships = (userId: RawBuilder<string>) => sql`
  join member m on m.organization_id = asked.organization_id and m.user_id = ${userId}
  join organization o on o.id = m.organization_id`

const ofSpaces = new WeakMap<RowBeside<unknown>, Statement<AskedIds, unknown>>()

/** Returns the statement for the levels of a person's memberships on a space, newest first; compiled once per `beside`. */
export function levelOfSpace<Row>(beside: RowBeside<Row>): Statement<AskedIds, FoundLevel & Row> {
  const known = ofSpaces.get(beside) as Statement<AskedIds, FoundLevel & Row> | undefined
  if (known) return known
  const created = statement<AskedIds, FoundLevel & Row>(
    ({ id, userId }) => sql`
      with recursive ${chainOf(spaceOf(id))}
      select ${found}, asked.collection_id as "$parent", asked.deleted_at is not null as "$isDeleted", ${beside.columns}
      from space asked ${memberships(userId)} ${beside.joins}
      where asked.id = ${id}
      order by m.id desc`,
  )
  ofSpaces.set(beside, created)
  return created
}

/** Selects the levels of a person's memberships on a collection, newest first; none for a deleted collection. */
export const levelOfCollection = statement<AskedIds, FoundLevel>(
  ({ id, userId }) => sql`
    with recursive ${chainOf(collectionOf(id))}
    select ${found}, asked.parent_id as "$parent", false as "$isDeleted"
    from collection asked ${memberships(userId)}
    where asked.id = ${id} and asked.deleted_at is null
    order by m.id desc`,
)
