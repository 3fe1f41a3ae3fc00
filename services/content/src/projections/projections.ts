import { memberProjections, rowsOf } from '@quire/access'
import { member, site, siteSpace, team, teamMember, user } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext, project } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Counters } from '../counters/marks.ts'
import type { Tables } from '../database.ts'

type Context = ProjectionContext<Tables>

/** People, as they are shown in comments and change requests. */
const people = project(user, {
  async save({ sql }: Context, states) {
    const rows = states.map((one) => ({
      id: one.id,
      display_name: one.displayName,
      email: one.email,
      photo_url: one.photoURL,
    }))
    await sql
      .insertInto('person')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          display_name: eb.ref('excluded.display_name'),
          email: eb.ref('excluded.email'),
          photo_url: eb.ref('excluded.photo_url'),
        })),
      )
      .execute()
  },
  remove: ({ sql }: Context, keys) => removeFrom(sql, 'person', keys),
})

const sites = project(site, {
  async save({ sql }: Context, states) {
    const rows = states.map(({ id, visibility, published, address }) => ({ id, visibility, published, address }))
    await sql
      .insertInto('site')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          visibility: eb.ref('excluded.visibility'),
          published: eb.ref('excluded.published'),
          address: eb.ref('excluded.address'),
        })),
      )
      .execute()
  },
  remove: ({ sql }: Context, keys) => removeFrom(sql, 'site', keys),
})

const siteSpaces = project(siteSpace, {
  async save({ sql }: Context, states) {
    const rows = states.map((one) => ({ id: one.id, site_id: one.siteId, space_id: one.spaceId, path: one.path }))
    await sql
      .insertInto('site_space')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ space_id: eb.ref('excluded.space_id'), path: eb.ref('excluded.path') })),
      )
      .execute()
  },
  remove: ({ sql }: Context, keys) => removeFrom(sql, 'site_space', keys),
})

async function removeFrom(sql: Kysely<Tables>, table: 'person' | 'site' | 'site_space', keys: string[]) {
  await sql.deleteFrom(table).where('id', '=', anyOf(keys)).execute()
}

/**
 * Memberships and teams decide what a grant reaches, so new and removed ones are marked to be counted (docs/adr/0031).
 * The projector takes none of the locks for this that requests hold.
 */
function marking(projection: Projection, counters: Counters): Projection {
  const newIn = subjects.get(projection.noun.name)
  if (!newIn) return projection
  return {
    ...projection,
    async save(context, states) {
      const own: Context = context as never
      const fresh = await newIn(own.sql, states)
      await projection.save(context, states)
      await counters.mark(own, { subjects: fresh })
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      await counters.mark(context as never, { subjects: keys.map(subjectOfKey) })
    },
  }
}

type NewIn = (sql: Kysely<Tables>, states: unknown[]) => Promise<string[]>

/** By noun, the memberships and teams that some of its states let in somewhere. */
const subjects = new Map<string, NewIn>([
  [
    member.name,
    (sql, states) =>
      unknownIn(
        sql,
        'member',
        states.map((state) => member.saved.data.parse(state).id),
      ),
  ],
  [
    team.name,
    (sql, states) =>
      unknownIn(
        sql,
        'team',
        states.map((state) => team.saved.data.parse(state).id),
      ),
  ],
  [teamMember.name, async (_, states) => states.map((state) => teamMember.saved.data.parse(state).memberId)],
])

/**
 * A new title, role or time of being seen changes no counter, so a state of something that is known already is passed
 * over.
 */
async function unknownIn(sql: Kysely<Tables>, table: 'member' | 'team', ids: string[]): Promise<string[]> {
  const rows = await sql.selectFrom(table).select('id').where('id', '=', anyOf(ids)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** The last part of `<team>.<member>`, or the one id of a member or team. */
const subjectOfKey = (key: string) => key.split('.').at(-1) ?? key

/** With the role in the team, which only content needs: it shows teams, and what their owners may do. */
const teamMembers = rowsOf(teamMember, 'team_member', ['team_id', 'member_id'], (state) => ({
  team_id: state.teamId,
  member_id: state.memberId,
  role: state.role,
}))
const memberships = memberProjections.map((one) => (one.noun.name === teamMember.name ? teamMembers : one))

/** Everything content keeps of others; what changes who belongs to whom is marked in `counters`. */
export const projectionsWith = (counters: Counters): Projection[] => [
  ...memberships.map((one) => marking(one, counters)),
  people,
  sites,
  siteSpaces,
]
