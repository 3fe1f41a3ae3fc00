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
import type { ContentContext } from '../context.ts'
import { presentRow, type ShownSpaceRow, shownSpace } from './spaces.present.ts'

/** The spaces the caller sees in an organization, read where their membership is. */
export const callersSpaces = new SpacesBeside(shownSpace)

/** Those, by id. */
export async function listSpaces({ row, page, cursors, deps }: ContentContext & { row: CallersSpaces }) {
  return listOf({
    page,
    cursors,
    rows: row.rows,
    present: (one) => presentRow(one, one.level, deps.publicUrl),
    after: ({ id }) => [id],
    count: async () => row.count,
  })
}

/** The spaces directly in one of its collections, as they lie there. */
export const listSpacesInCollection = (context: ContentContext, collectionId: string) =>
  spacesPage(context, { member: context.access.member, collectionId, orderBy: 'position' }, (row, shownAt) =>
    shownAt(row.level),
  )

type CallersSpaces = SpacesOfMember<ShownSpaceRow>
type OfMember = Input<typeof spaceOperations.listSpacesForOrganizationMember>

/** The spaces that a member sees, with the member's role on each. The `permissions` of each are the caller's. */
export async function listSpacesOfMember(context: ContentContext & OfMember) {
  const { access, query } = context
  const member = await requireOwnOrAdministered(context)
  return spacesPage(context, { member, direction: query.order }, (row, shownAt) => ({
    permission: row.level,
    space: shownAt(access.level === 'admin' ? 'admin' : row.level),
  }))
}

/** The member asked about: the caller, or for an admin anybody. Others get 403, and guests 404. */
async function requireOwnOrAdministered({
  sql,
  access,
  userId,
  params,
  deps,
}: ContentContext & OfMember): Promise<Member> {
  if (params.userId === userId) return access.member
  const member = access.member.role === null ? undefined : await membership(sql, params, deps.isBarred)
  if (!member) throw notFound('The member')
  if (access.level !== 'admin') throw forbidden('Only administrators see which spaces another member can see.')
  return member
}

type SpaceAtLevel = (level: Level) => Space

/**
 * One page of the spaces that `member` sees, in the order of their ids unless another is asked for. `present` is given
 * what shows the space to a caller with a certain level.
 */
async function spacesPage<Item>(
  { sql, page, cursors, deps }: ContentContext,
  filter: Pick<SpacePage, 'member' | 'collectionId' | 'orderBy' | 'direction'>,
  present: (row: VisibleSpace<ShownSpaceRow>, shownAt: SpaceAtLevel) => Item,
) {
  const after = keysBefore(page, filter.orderBy ? 2 : 1)
  const asked = { ...filter, after, limit: page.limit + 1, beside: shownSpace }
  const rows = await visibleSpaces<ShownSpaceRow>(sql, asked)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => present(row, (level) => presentRow(row, level, deps.publicUrl)),
    after: (row) => (filter.orderBy ? [row.position, row.id] : [row.id]),
    count: () => countVisibleSpaces(sql, filter),
  })
}
