import { unintroduced } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'

type PersonRow = Selectable<Tables['person']>

/** These people as identity last told of them, by id, in one query; who is not known is not in it. */
export async function peopleOf(sql: Sql, ids: Iterable<string>): Promise<Map<string, PersonRow>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const people = await sql.selectFrom('person').selectAll().where('id', '=', anyOf(asked)).execute()
  return new Map(people.map((person) => [person.id, person]))
}

/**
 * The same for people who need not have done anything here: of those who were made members of the organization unasked
 * and have not been there yet, only the address is given (docs/adr/0035).
 */
export async function membersOf(
  { sql, access }: Pick<ContentContext, 'sql' | 'access'>,
  ids: Iterable<string>,
): Promise<Map<string, PersonRow>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const people = await sql
    .selectFrom('person')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'person.id').on('member.organization_id', '=', access.organizationId),
    )
    .selectAll('person')
    .select(raw<boolean>`coalesce((member.state ->> 'introduced')::boolean, true)`.as('introduced'))
    .where('person.id', '=', anyOf(asked))
    .execute()
  return new Map(people.map(({ introduced, ...person }) => [person.id, introduced ? person : newcomer(person)]))
}

function newcomer(person: PersonRow): PersonRow {
  const { displayName: display_name, photoURL: photo_url } = unintroduced(person)
  return { ...person, display_name, photo_url }
}
