import { ScimUserInput, scimOperations } from '@quire/contracts'
import { created, done, notFound, parseInput } from '@quire/kit'
import { type Context, implementWith } from '../context.ts'
import { lockMember, requireAnotherAdmin } from '../members/members.rules.ts'
import { endMembership } from '../memberships/end-membership.ts'
import { conditionOf } from './filters.ts'
import { type ListQuery, listResponse, lockProvisioned, numberOf } from './lists.ts'
import { patched } from './patches.ts'
import { type RememberedPagesNeeds, readPage } from './remembered-pages.ts'
import {
  applyToMember,
  presentUserResource,
  provision,
  provisionedMembers,
  requireProvisioned,
  userAttributes,
} from './users.rules.ts'

const { listScimUsers, createScimUser, getScimUser, replaceScimUser, patchScimUser, deleteScimUser } = scimOperations

interface OfUser {
  params: { organizationId: string; userId: string }
}

/** Members of an organization, as its provider of identities manages them. */
export const scimUserRoutes = implementWith<RememberedPagesNeeds>()(
  { listScimUsers, createScimUser, getScimUser, replaceScimUser, patchScimUser, deleteScimUser },
  {
    listScimUsers: listUsers,

    async createScimUser(context) {
      const { sql, params, body, publicUrl } = context
      const organization = await lockProvisioned(sql, params.organizationId)
      const userId = await provision(context, organization, body)
      return created(presentUserResource(await requireProvisioned(sql, organization.id, userId), publicUrl))
    },

    async getScimUser({ sql, params, publicUrl }) {
      return presentUserResource(await requireProvisioned(sql, params.organizationId, params.userId), publicUrl)
    },

    replaceScimUser: (context) => change(context, () => context.body),

    patchScimUser: (context) =>
      change(context, (before) => parseInput(ScimUserInput, patched(before, context.body), 'body')),

    async deleteScimUser(context) {
      const { sql, params } = context
      await lockProvisioned(sql, params.organizationId)
      const leaving = await lockMember(sql, params)
      if (!leaving) throw notFound('The user')
      await requireAnotherAdmin(sql, leaving)
      await endMembership(context, leaving)
      return done()
    },
  },
)

/** Returns a page of members, in the order in which they joined. */
async function listUsers(context: Context<RememberedPagesNeeds> & OfOrganization) {
  const { sql, caller, params, query, publicUrl, rememberedPages } = context
  const { organizationId } = params
  const matching = provisionedMembers(sql, organizationId).where(conditionOf(query.filter, userAttributes))
  const list = { kind: 'Users' as const, organizationId, tokenId: caller.tokenId, query }
  const { rows, total } = await readPage(rememberedPages, list, {
    rowsIn: ({ after, offset, limit }) =>
      matching
        .$if(after !== undefined, (rest) => rest.where('member.id', '>', String(after)))
        .orderBy('member.id')
        .offset(offset)
        .limit(limit)
        .execute(),
    count: () => numberOf(matching.clearSelect()),
  })
  return listResponse(
    query,
    total,
    rows.map((row) => presentUserResource(row, publicUrl)),
  )
}

interface OfOrganization {
  params: { organizationId: string }
  query: ListQuery
}

/** Applies a new description of a member, which may be made of the present one; returns the result. */
async function change(context: Context & OfUser, next: (before: object) => ScimUserInput) {
  const { sql, params, publicUrl } = context
  await lockProvisioned(sql, params.organizationId)
  if (!(await lockMember(sql, params))) throw notFound('The user')
  const before = await requireProvisioned(sql, params.organizationId, params.userId)
  await applyToMember(context, before, next(presentUserResource(before, publicUrl)))
  return presentUserResource(await requireProvisioned(sql, params.organizationId, params.userId), publicUrl)
}
