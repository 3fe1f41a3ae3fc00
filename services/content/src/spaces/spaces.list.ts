import {
  countVisibleSpaces,
  type Level,
  type Member,
  membership,
  type SpacePage,
  SpacesBeside,
  type SpacesOfMember,
  type VisibleSpace,
  visibleSpaces,
} from '@quire/access'
import type { Space, spaceOperations } from '@quire/contracts'
import { forbidden, type Input, keysBefore, listOf, notFound } from '@quire/kit'
import type { SpacesContext } from './context.ts'
import { presentSpaceRow, type SpaceWithPublication, spaceWithPublication } from './spaces.present.ts'

/** The spaces that the caller sees in an organization, read in the same statement as their membership. */
export const callersSpaces = new SpacesBeside(spaceWithPublication)

/** Lists a page of the caller's spaces in the order of their ids. */
export async function listSpaces({ row, page, cursors, deps }: SpacesContext & { row: CallersSpaces }) {
  return listOf({
    page,
    cursors,
    rows: row.rows,
    present: (one) => presentSpaceRow(one, one.level, deps.publicUrl),
    after: ({ id }) => [id],
    count: async () => row.count,
  })
}

/** Lists a page of the spaces directly in a collection, in their order there. */
export const listSpacesInCollection = (context: SpacesContext, collectionId: string) =>
  spacesPage(context, { member: context.access.member, collectionId, orderBy: 'position' }, (row, presentAt) =>
    presentAt(row.level),
  )

type CallersSpaces = SpacesOfMember<SpaceWithPublication>
type OfMember = Input<typeof spaceOperations.listSpacesForOrganizationMember>

/** Lists a page of the spaces that a member sees, with the member's role on each and the caller's `permissions`. */
export async function listSpacesOfMember(context: SpacesContext & OfMember) {
  const { access, query } = context
  const member = await requireOwnOrAdministered(context)
  return spacesPage(context, { member, direction: query.order }, (row, presentAt) => ({
    permission: row.level,
    space: presentAt(access.level === 'admin' ? 'admin' : row.level),
  }))
}

/**
 * Returns the member of the path: the caller, or for an admin any member. Throws 403 for others, and 404 for guests.
 */
async function requireOwnOrAdministered({
  sql,
  access,
  userId,
  params,
  deps,
}: SpacesContext & OfMember): Promise<Member> {
  if (params.userId === userId) return access.member
  const member = access.member.role === null ? undefined : await membership(sql, params, deps.isBarred)
  if (!member) throw notFound('The member')
  if (access.level !== 'admin') throw forbidden('Only administrators see which spaces another member can see.')
  return member
}

type SpaceAtLevel = (level: Level) => Space

/**
 * Lists a page of the spaces that `member` sees, in the order of their ids unless `orderBy` says otherwise. `present`
 * gets a function that presents the space to a caller with a given level.
 */
async function spacesPage<Item>(
  { sql, page, cursors, deps }: SpacesContext,
  filter: Pick<SpacePage, 'member' | 'collectionId' | 'orderBy' | 'direction'>,
  present: (row: VisibleSpace<SpaceWithPublication>, presentAt: SpaceAtLevel) => Item,
) {
  const after = keysBefore(page, filter.orderBy ? 2 : 1)
  const wanted = { ...filter, after, limit: page.limit + 1, beside: spaceWithPublication }
  const rows = await visibleSpaces<SpaceWithPublication>(sql, wanted)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => present(row, (level) => presentSpaceRow(row, level, deps.publicUrl)),
    after: (row) => (filter.orderBy ? [row.position, row.id] : [row.id]),
    count: () => countVisibleSpaces(sql, filter),
  })
}
