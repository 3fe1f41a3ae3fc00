import { collection, grant, member, type Noun, organization, space, team, teamMember } from '@quire/contracts'
import { type Projection, project } from '@quire/kit'
import type { QueryExecutorProvider, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ZodObject, z } from 'zod'
import { storedLevel } from './levels.ts'
import { defaultScope } from './tables.ts'

/** Projects a noun's states to rows of `table`; `key` names the columns of its key. */
export function rowsOf<State extends ZodObject>(
  noun: Noun<State>,
  table: string,
  key: readonly string[],
  row: (state: z.output<State>) => Record<string, unknown>,
): Projection {
  return project(noun, {
    save: ({ sql }, states) => upsert(sql, table, key, states.map(row)),
    remove: ({ sql }, keys) => removeKeys(sql, table, key, keys),
  })
}

/** Projections of identity's nouns into `memberTables`. Joins hide the grants of a removed team. */
export const memberProjections: readonly Projection[] = [
  rowsOf(organization, 'organization', ['id'], (state) => ({ id: state.id, sso: state.sso, state })),
  rowsOf(member, 'member', ['id'], (state) => ({
    id: state.id,
    organization_id: state.organizationId,
    user_id: state.userId,
    role: state.role,
    disabled: state.disabled,
    state,
  })),
  rowsOf(team, 'team', ['id'], (state) => ({ id: state.id, organization_id: state.organizationId, state })),
  rowsOf(teamMember, 'team_member', ['team_id', 'member_id'], (state) => ({
    team_id: state.teamId,
    member_id: state.memberId,
  })),
]

/** Projections of content's nouns into `contentAccessTables`. */
export const contentAccessProjections: readonly Projection[] = [
  rowsOf(collection, 'collection', ['id'], (state) => ({
    id: state.id,
    organization_id: state.organizationId,
    parent_id: state.parentId,
    default_level: storedLevel(state.defaultLevel),
    state,
  })),
  rowsOf(space, 'space', ['id'], (state) => ({
    id: state.id,
    organization_id: state.organizationId,
    collection_id: state.collectionId,
    default_level: storedLevel(state.defaultLevel),
    default_scope: defaultScope(state),
    deleted_at: state.deletedAt,
    state,
  })),
  rowsOf(grant, 'access_grant', ['scope_id', 'subject_id'], (state) => ({
    scope_id: state.scopeId,
    scope_kind: state.scopeKind,
    subject_id: state.subjectId,
    subject_kind: state.subjectKind,
    organization_id: state.organizationId,
    role: storedLevel(state.role),
  })),
]

/** Inserts rows, or overwrites those with the same key, in one statement. All rows have the same columns. */
async function upsert(
  db: QueryExecutorProvider,
  table: string,
  key: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const rest = columns.filter((name) => !key.includes(name))
  const assign = (name: string) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`
  await sql`
    insert into ${sql.table(table)} (${list(columns)})
    select ${list(columns)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${list(key)}) do ${rest.length > 0 ? sql`update set ${sql.join(rest.map(assign))}` : sql`nothing`}
  `.execute(db)
}

/** Deletes rows by their `keys` as events write them: the values of the key's columns, joined by a dot. */
async function removeKeys(
  db: QueryExecutorProvider,
  table: string,
  key: readonly string[],
  keys: readonly string[],
): Promise<void> {
  const parts = keys.map((one) => one.split('.'))
  const column = (index: number): RawBuilder<unknown> => sql`${parts.map((part) => part[index] ?? '')}::text[]`
  await sql`
    delete from ${sql.table(table)}
    where (${sql.join(key.map((name) => sql.ref(name)))}) in (select * from unnest(${sql.join(key.map((_, index) => column(index)))}))
  `.execute(db)
}
