import { ScimGroupInput, scimOperations } from '@quire/contracts'
import { created, done, notFound, parseInput } from '@quire/kit'
import type { Kysely } from 'kysely'
import { type Context, implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { removeTeam } from '../teams/remove-team.ts'
import { lockTeam } from '../teams/teams.rules.ts'
import { conditionOf } from './filters.ts'
import {
  applyToGroup,
  createGroup,
  groupAttributes,
  membersByTeam,
  presentGroup,
  provisionedTeams,
  requireGroup,
} from './groups.rules.ts'
import { type ListQuery, listResponse, lockProvisioned, rangeOf } from './lists.ts'
import { patched } from './patches.ts'

const { listScimGroups, createScimGroup, getScimGroup, replaceScimGroup, patchScimGroup, deleteScimGroup } =
  scimOperations

interface OfGroup {
  organizationId: string
  teamId: string
}

type Shown = Partial<Pick<ListQuery, 'attributes' | 'excludedAttributes'>>

/** Teams of an organization, as its provider of identities manages them. */
export const scimGroupRoutes = implement(
  { listScimGroups, createScimGroup, getScimGroup, replaceScimGroup, patchScimGroup, deleteScimGroup },
  {
    async listScimGroups({ sql, params, query, publicUrl }) {
      const matching = provisionedTeams(sql, params.organizationId).where(conditionOf(query.filter, groupAttributes))
      const { offset, limit } = rangeOf(query)
      const rows = await matching.selectAll('team').orderBy('team.id').offset(offset).limit(limit).execute()
      const { total } = await matching.select((row) => row.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const ids = rows.map(({ id }) => id)
      const members = showsMembers(query) ? await membersByTeam(sql, ids) : undefined
      return listResponse(
        query,
        Number(total),
        rows.map((row) => presentGroup(row, members && (members.get(row.id) ?? []), publicUrl)),
      )
    },

    async createScimGroup(context) {
      const { sql, params, body, publicUrl } = context
      await lockProvisioned(sql, params.organizationId)
      const teamId = await createGroup(context, params.organizationId, body)
      return created(await read(sql, { organizationId: params.organizationId, teamId }, publicUrl))
    },

    getScimGroup: ({ sql, params, query, publicUrl }) => read(sql, params, publicUrl, query),

    replaceScimGroup: (context) => change(context, () => context.body),

    patchScimGroup: (context) =>
      change(context, (before) => parseInput(ScimGroupInput, patched(before, context.body), 'body')),

    async deleteScimGroup(context) {
      const { sql, params } = context
      await lockProvisioned(sql, params.organizationId)
      const title = await removeTeam(context, params)
      if (title === undefined) throw notFound('The group')
      context.audit({ target: { id: params.teamId, label: title } })
      return done()
    },
  },
)

/** True unless the request leaves out the members, of which a team may have thousands. */
function showsMembers({ attributes, excludedAttributes = '' }: Shown): boolean {
  const names = (list: string) => list.split(',').map((one) => one.trim().toLowerCase())
  return attributes === undefined
    ? !names(excludedAttributes).includes('members')
    : names(attributes).includes('members')
}

async function read(sql: Kysely<Tables>, { organizationId, teamId }: OfGroup, publicUrl: string, shown: Shown = {}) {
  const row = await requireGroup(sql, organizationId, teamId)
  const members = showsMembers(shown) ? ((await membersByTeam(sql, [teamId])).get(teamId) ?? []) : undefined
  return presentGroup(row, members, publicUrl)
}

/** Applies a new description of a team, which may be made of the present one; returns the result. */
async function change(context: Context & { params: OfGroup }, next: (before: object) => ScimGroupInput) {
  const { sql, params, publicUrl } = context
  await lockProvisioned(sql, params.organizationId)
  if (!(await lockTeam(sql, params.organizationId, params.teamId))) throw notFound('The group')
  const { members = [], ...before } = await read(sql, params, publicUrl)
  // A patch names members by their ids alone.
  const described = next({ ...before, members: members.map(({ value }) => ({ value })) })
  await applyToGroup(context, await requireGroup(sql, params.organizationId, params.teamId), described)
  return read(sql, params, publicUrl)
}
