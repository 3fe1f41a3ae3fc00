import { memberProjections, rowsOf } from '@quire/access'
import { member, shareLink, site, siteSpace, team, teamMember, user } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Counters } from '../counters/marks.ts'
import type { Tables } from '../database.ts'

type Context = ProjectionContext<Tables>

/** People, as they are shown in comments and change requests. */
const people = rowsOf(user, 'person', ['id'], (state) => ({
  id: state.id,
  display_name: state.displayName,
  email: state.email,
  photo_url: state.photoURL,
}))

const sites = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
  visibility: state.visibility,
  published: state.published,
  address: state.address,
  generation: state.generation,
}))

const siteSpaces = rowsOf(siteSpace, 'site_space', ['id'], (state) => ({
  id: state.id,
  site_id: state.siteId,
  space_id: state.spaceId,
  path: state.path,
  address: state.address,
  conditions: state.conditions,
}))

const shareLinks = rowsOf(shareLink, 'share_link', ['id'], (state) => ({
  id: state.id,
  site_id: state.siteId,
  key_hash: state.keyHash,
  active: state.active,
}))

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
  shareLinks,
]
