import { presentUser, unintroduced } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'

export type PersonRow = Selectable<Tables['person']>

/** A person as others see them, by id. A person who is not known here, or is gone, is shown by their id alone. */
export type ShowPerson = (id: string) => ReturnType<typeof presentUser>

/** These people as identity last told of them, in one query. */
export async function peopleOf(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  ids: Iterable<string>,
): Promise<ShowPerson> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return showPeople(context, [])
  return showPeople(
    context,
    await context.sql.selectFrom('person').selectAll().where('id', '=', anyOf(asked)).execute(),
  )
}

/**
 * The same for people who need not have done anything here: of those who were made members of the organization unasked
 * and have not been there yet, only the address is given (docs/adr/0035).
 */
export async function membersOf(
  context: Pick<ContentContext, 'sql' | 'access' | 'deps'>,
  ids: Iterable<string>,
): Promise<ShowPerson> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return showPeople(context, [])
  const { sql, access } = context
  const people = await sql
    .selectFrom('person')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'person.id').on('member.organization_id', '=', access.organizationId),
    )
    .selectAll('person')
    .select(raw<boolean>`coalesce((member.state ->> 'introduced')::boolean, true)`.as('introduced'))
    .where('person.id', '=', anyOf(asked))
    .execute()
  return showPeople(
    context,
    people.map(({ introduced, ...person }) => (introduced ? person : newcomer(person))),
  )
}

function newcomer(person: PersonRow): PersonRow {
  const { displayName: display_name, photoURL: photo_url } = unintroduced(person)
  return { ...person, display_name, photo_url }
}

/** People whose rows were read already. */
export function showPeople({ deps }: Pick<ContentContext, 'deps'>, people: PersonRow[]): ShowPerson {
  const known = new Map(people.map((person) => [person.id, person]))
  return (id) => {
    const { display_name: displayName = '', email = '', photo_url: photoURL = null } = known.get(id) ?? {}
    return presentUser({ id, displayName, email, photoURL }, deps.publicUrl)
  }
}
