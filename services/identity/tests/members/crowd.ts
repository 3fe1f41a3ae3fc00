import { newId } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../../src/database.ts'
import { searchText } from '../../src/members/member-search.ts'

export const tablesOf = ({ service }: ServiceTest) =>
  service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

/** A member of a crowd; `joined` and `seen` are in minutes ago. */
export interface Someone {
  name: string
  email: string
  role: 'read' | 'edit' | null
  joined: number
  seen: number | null
}

const batch = 1000
const minutesAgo = (minutes: number) => new Date(Date.UTC(2026, 0, 1) - minutes * 60_000)

/** Adds people by SQL, because the interface would take minutes for so many. Returns their ids. */
export async function addCrowd(identity: ServiceTest, organizationId: string, people: Someone[]): Promise<string[]> {
  const sql = tablesOf(identity)
  const ids = people.map(() => newId())
  for (let from = 0; from < people.length; from += batch) {
    const some = people.slice(from, from + batch).map((one, index) => ({ ...one, id: ids[from + index] ?? '' }))
    const users = some.map(({ id, name, email }) => ({ id, display_name: name, email }))
    await sql.insertInto('user').values(users).execute()
    const members = some.map(({ id, name, email, role, joined, seen }) => ({
      id,
      organization_id: organizationId,
      user_id: id,
      role,
      joined_at: minutesAgo(joined),
      last_seen_at: seen === null ? null : minutesAgo(seen),
      search: searchText({ display_name: name, email }),
    }))
    await sql.insertInto('member').values(members).execute()
  }
  const more = (set: { ref(column: 'members'): unknown }) => raw<number>`${set.ref('members')} + ${people.length}`
  await sql
    .updateTable('organization')
    .set((set) => ({ members: more(set) }))
    .where('id', '=', organizationId)
    .execute()
  return ids
}

/** Adds `count` organizations of one member each. */
export async function addSmallOrganizations(identity: ServiceTest, count: number): Promise<void> {
  await raw`
    with small as (
      insert into organization (id, title, members) select 'small' || number, 'Small', 1
      from generate_series(1, ${count}::int) number returning id
    ), person as (
      insert into "user" (id, display_name, email) select 'of' || id, 'Someone', id || '@example.org' from small
      returning id, email
    )
    insert into member (id, organization_id, user_id, role, search)
    select id, substr(id, 3), id, 'admin', 'someone' || chr(10) || email from person`.execute(tablesOf(identity))
}

/** Vacuums the tables, as autovacuum does soon after many rows were added. */
export async function vacuum(identity: ServiceTest): Promise<void> {
  await raw`vacuum (analyze) member, "user"`.execute(tablesOf(identity))
}
