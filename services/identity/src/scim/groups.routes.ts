import { ScimGroupInput, scimOperations } from '@quire/contracts'
import { created, done, notFound, parseInput } from '@quire/kit'
import type { Kysely } from 'kysely'
import { type Context, implementWith } from '../context.ts'
import type { Tables } from '../database.ts'
import { removeTeam } from '../teams/remove-team.ts'
import { lockTeam } from '../teams/teams.rules.ts'
import { conditionOf } from './filters.ts'
import {
  applyToGroup,
  createGroup,
  fittingTeams,
  groupAttributes,
  membersByTeam,
  presentGroup,
  provisionedTeams,
  requireGroup,
} from './groups.rules.ts'
import { type ListQuery, listResponse, lockProvisioned, numberOf } from './lists.ts'
import { type MembersChange, membersChangeOf, membersChangeTo } from './member-patches.ts'
import { patched } from './patches.ts'
import { type RememberedPagesNeeds, readPage } from './remembered-pages.ts'

const { listScimGroups, createScimGroup, getScimGroup, replaceScimGroup, patchScimGroup, deleteScimGroup } =
  scimOperations

interface OfGroup {
  organizationId: string
  teamId: string
}

type Shown = Partial<Pick<ListQuery, 'attributes' | 'excludedAttributes'>>

/** Teams of an organization, as its provider of identities manages them. */
export const scimGroupRoutes = implementWith<RememberedPagesNeeds>()(
  { listScimGroups, createScimGroup, getScimGroup, replaceScimGroup, patchScimGroup, deleteScimGroup },
  {
    async listScimGroups({ sql, caller, params, query, publicUrl, rememberedPages }) {
      const { organizationId } = params
      const matching = provisionedTeams(sql, organizationId).where(conditionOf(query.filter, groupAttributes))
      const list = { kind: 'Groups' as const, organizationId, tokenId: caller.tokenId, query }
      const isWithMembers = showsMembers(query)
      const { rows, total } = await readPage(rememberedPages, list, {
        async rowsIn({ after, offset, limit }) {
          const rest = after === undefined ? matching : matching.where('team.id', '>', after)
          const found = await rest.selectAll('team').orderBy('team.id').offset(offset).limit(limit).execute()
          return isWithMembers ? fittingTeams(found) : found
        },
        count: () => numberOf(matching),
      })
      const ids = rows.map(({ id }) => id)
      const members = isWithMembers ? await membersByTeam(sql, ids) : undefined
      return listResponse(
        query,
        total,
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

    replaceScimGroup: (context) => change(context, membersChangeTo(context.body), () => context.body),

    patchScimGroup: (context) =>
      change(context, membersChangeOf(context.body), (before) =>
        parseInput(ScimGroupInput, patched(before, context.body), 'body'),
      ),

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

/**
 * Changes the members of a team, and applies a new description of the rest, which may be made of the present one. Returns the
 * result.
 */
async function change(
  context: Context & { params: OfGroup },
  members: MembersChange,
  next: (before: object) => ScimGroupInput,
) {
  const { sql, params, publicUrl } = context
  await lockProvisioned(sql, params.organizationId)
  if (!(await lockTeam(sql, params.organizationId, params.teamId))) throw notFound('The group')
  const before = await requireGroup(sql, params.organizationId, params.teamId)
  await applyToGroup(context, before, next(presentGroup(before, undefined, publicUrl)), members)
  return read(sql, params, publicUrl)
}
