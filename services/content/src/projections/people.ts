import type { Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'

/** These people as identity last told of them, by id, in one query; who is not known is not in it. */
export async function peopleOf(sql: Sql, ids: Iterable<string>): Promise<Map<string, Selectable<Tables['person']>>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const people = await sql.selectFrom('person').selectAll().where('id', 'in', asked).execute()
  return new Map(people.map((person) => [person.id, person]))
}
