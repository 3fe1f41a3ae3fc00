import { deletedOrganizationProjection, memberProjections, rowsOf } from '@quire/access'
import { member, shareLink, site, siteSpace, team, teamMember, user } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'
import type { Counters } from '../workspace/counters/counter-marks.ts'

type Context = ProjectionContext<Tables>

/** People, for the comments and change requests that present them. */
const people = rowsOf(user, 'person', ['id'], (state) => ({
  id: state.id,
  display_name: state.displayName,
  email: state.email,
  photo_url: state.photoURL,
  origin: state.origin,
  disabled: state.disabled,
}))

const sites = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
  visibility: state.internal ? 'members' : state.visibility,
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
 * Marks counters of new and removed memberships and teams, since these decide the reach of a grant (docs/adr/0010). The
 * projector takes none of the locks that requests hold.
 */
function markingCounters(projection: Projection, counters: Counters): Projection {
  const findNew = newSubjects.get(projection.noun.name)
  if (!findNew) return projection
  return {
    ...projection,
    async save(context, states) {
      const own: Context = context as never
      const fresh = await findNew(own.sql, states)
      await projection.save(context, states)
      await counters.mark(own, { subjects: fresh })
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      await counters.mark(context as never, { subjects: keys.map(subjectOfKey) })
    },
  }
}

type FindNewSubjects = (sql: Kysely<Tables>, states: unknown[]) => Promise<string[]>

/** By noun, finds the memberships and teams whose access some states of the noun change. */
const newSubjects = new Map<string, FindNewSubjects>([
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

/** Returns the ids without a row yet: a new title, role or time of the last visit changes no counter. */
async function unknownIn(sql: Kysely<Tables>, table: 'member' | 'team', ids: string[]): Promise<string[]> {
  const rows = await sql.selectFrom(table).select('id').where('id', '=', anyOf(ids)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** Returns the last part of `<team>.<member>`, or the only id of a member or team. */
const subjectOfKey = (key: string) => key.split('.').at(-1) ?? key

/**
 * Team memberships with the role in the team, which only content needs: it presents teams and the permissions of
 * owners.
 */
const teamMembers = rowsOf(teamMember, 'team_member', ['team_id', 'member_id'], (state) => ({
  team_id: state.teamId,
  member_id: state.memberId,
  role: state.role,
}))
const memberships = memberProjections.map((one) => (one.noun.name === teamMember.name ? teamMembers : one))

/** The projections of content; those of memberships and teams mark `counters`. `wakePurges` runs once an organization was deleted. */
export const projectionsWith = (counters: Counters, wakePurges: () => void): Projection[] => [
  deletedOrganizationProjection(wakePurges),
  ...memberships.map((one) => markingCounters(one, counters)),
  people,
  sites,
  siteSpaces,
  shareLinks,
]
