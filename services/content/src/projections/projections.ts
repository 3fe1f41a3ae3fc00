import { memberProjections, rowsOf } from '@quire/access'
import { member, site, siteSpace, team, teamMember, user } from '@quire/contracts'
import { type Projection, type ProjectionContext, project } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'
import { lockGrants, recountGrantedSpaces } from '../grants/counters.ts'

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
  await sql.deleteFrom(table).where('id', 'in', keys).execute()
}

/**
 * Memberships and teams decide what a grant reaches, so a change to them is followed by the counters
 * they enter (design 4). The event that results leaves in the same transaction.
 */
function recounting(projection: Projection): Projection {
  const subjectOf = subjects.get(projection.noun.name)
  if (!subjectOf) return projection
  return {
    ...projection,
    async save(context, states) {
      await projection.save(context, states)
      await recount(context as never, states.map(subjectOf))
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      await recount(context as never, keys.map(subjectOfKey))
    },
  }
}

/** Whose counters a state of the noun enters: the membership or team it is about. */
const subjects = new Map<string, (state: unknown) => string>([
  [member.name, (state) => member.saved.data.parse(state).id],
  [team.name, (state) => team.saved.data.parse(state).id],
  [teamMember.name, (state) => teamMember.saved.data.parse(state).memberId],
])

/** The last part of `<team>.<member>`, or the one id of a member or team. */
const subjectOfKey = (key: string) => key.split('.').at(-1) ?? key

async function recount(context: Context, subjectIds: string[]) {
  const organizations = await organizationsOf(context.sql, subjectIds)
  for (const organizationId of organizations) await lockGrants(context.sql, organizationId)
  await recountGrantedSpaces(context, subjectIds)
}

/** In a fixed order, so that two that lock several never wait for each other. */
async function organizationsOf(sql: Kysely<Tables>, subjectIds: string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('member')
    .select('organization_id')
    .where('id', 'in', subjectIds)
    .union((query) => query.selectFrom('team').select('organization_id').where('id', 'in', subjectIds))
    .orderBy('organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}

/** With the role in the team, which only content needs: it shows teams, and what their owners may do. */
const teamMembers = rowsOf(teamMember, 'team_member', ['team_id', 'member_id'], (state) => ({
  team_id: state.teamId,
  member_id: state.memberId,
  role: state.role,
}))
const memberships = memberProjections.map((one) => (one.noun.name === teamMember.name ? teamMembers : one))

/** Everything content keeps of others; what changes who belongs to whom is followed by a recount. */
export const projections: Projection[] = [...memberships.map(recounting), people, sites, siteSpaces]
