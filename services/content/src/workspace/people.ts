import { presentUser, withHiddenProfile } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'

export type PersonRow = Selectable<Tables['person']>

/** Presents a person by id. For a person who is unknown here or was deleted, the presentation has the id alone. */
export type PersonPresenter = (id: string) => ReturnType<typeof presentUser>

/** Loads people from the projection, in one query. */
export async function peopleOf(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  ids: Iterable<string>,
): Promise<PersonPresenter> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return personPresenter(context, [])
  return personPresenter(
    context,
    await context.sql.selectFrom('person').selectAll().where('id', '=', anyOf(wanted)).execute(),
  )
}

/**
 * Loads people who may not have done anything here: for people who were made members of the organization without their
 * consent and have not visited it yet, the presentation has only the address (docs/adr/0014).
 */
export async function membersOf(
  context: Pick<ContentContext, 'sql' | 'access' | 'deps'>,
  ids: Iterable<string>,
): Promise<PersonPresenter> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return personPresenter(context, [])
  const { sql, access } = context
  const people = await sql
    .selectFrom('person')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'person.id').on('member.organization_id', '=', access.organizationId),
    )
    .selectAll('person')
    .select(raw<boolean>`coalesce((member.state ->> 'introduced')::boolean, true)`.as('introduced'))
    .where('person.id', '=', anyOf(wanted))
    .execute()
  return personPresenter(
    context,
    people.map(({ introduced, ...person }) => (introduced ? person : newcomer(person))),
  )
}

function newcomer(person: PersonRow): PersonRow {
  const { displayName: display_name, photoURL: photo_url } = withHiddenProfile(person)
  return { ...person, display_name, photo_url }
}

/** Presents people whose rows were read already. */
export function personPresenter({ deps }: Pick<ContentContext, 'deps'>, people: PersonRow[]): PersonPresenter {
  const known = new Map(people.map((person) => [person.id, person]))
  return (id) => {
    const { display_name: displayName = '', email = '', photo_url: photoURL = null } = known.get(id) ?? {}
    return presentUser({ id, displayName, email, photoURL }, deps.publicUrl)
  }
}
