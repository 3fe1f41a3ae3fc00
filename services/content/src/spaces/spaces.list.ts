import {
  countVisibleSpaces,
  type DecidingRule,
  decidingRules,
  type Level,
  levelsOnSpaces,
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
import { sql as raw, type SqlBool } from 'kysely'
import { presentSource } from '../workspace/grants/grant-scopes.ts'
import type { SpacesContext } from './context.ts'
import { retainedSince } from './purge/begin-purges.ts'
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
  spacesPage(
    context,
    { member: context.access.member, collectionId, orderBy: 'position' },
    async () => (row, presentAt) => presentAt(row.level),
  )

type CallersSpaces = SpacesOfMember<SpaceWithPublication>
type OfMember = Input<typeof spaceOperations.listSpacesForOrganizationMember>

/** Lists a page of the spaces that a member sees, with the member's role on each, its rule, and the caller's `permissions`. */
export async function listSpacesOfMember(context: SpacesContext & OfMember) {
  const { sql, access, query } = context
  const member = await requireOwnOrAdministered(context)
  return spacesPage(context, { member, direction: query.order }, async (rows) => {
    const rules = await decidingRules(
      sql,
      member,
      rows.map(({ id }) => id),
    )
    return (row, presentAt) => ({
      permission: row.level,
      space: presentAt(access.level === 'admin' ? 'admin' : row.level),
      source: presentSource(rules.get(row.id) as DecidingRule, { id: row.id, kind: 'space' }),
    })
  })
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
type Row = VisibleSpace<SpaceWithPublication>

/**
 * Lists a page of the spaces that `member` sees, in the order of their ids unless `orderBy` says otherwise. `present`
 * gets the rows, and returns the presentation of each, which gets a function that presents the space to a caller with a
 * given level.
 */
async function spacesPage<Item>(
  { sql, page, cursors, deps }: SpacesContext,
  filter: Pick<SpacePage, 'member' | 'collectionId' | 'orderBy' | 'direction'>,
  present: (rows: Row[]) => Promise<(row: Row, presentAt: SpaceAtLevel) => Item>,
) {
  const after = keysBefore(page, filter.orderBy ? 2 : 1)
  const wanted = { ...filter, after, limit: page.limit + 1, beside: spaceWithPublication }
  const rows = await visibleSpaces<SpaceWithPublication>(sql, wanted)
  const presented = await present(rows)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => presented(row, (level) => presentSpaceRow(row, level, deps.publicUrl)),
    after: (row) => (filter.orderBy ? [row.position, row.id] : [row.id]),
    count: () => countVisibleSpaces(sql, filter),
  })
}

/** Lists a page of the deleted spaces that the caller may restore, those created last first. */
export async function listDeletedSpaces({ sql, access, page, cursors, deps }: SpacesContext) {
  const [before] = keysBefore(page) ?? []
  const restorable = raw<SqlBool>`s.deleted_at >= ${retainedSince(deps.now())}
    and not exists (select from purge where purge.space_id = s.id)
    ${before === undefined ? raw`` : raw`and s.id < ${before}`}`
  const { rows } = await raw<Row>`
    select ${spaceWithPublication.columns}, allowed.level
    from ${levelsOnSpaces(access.member, restorable)} allowed join space asked on asked.id = allowed.id
      ${spaceWithPublication.joins}
    where allowed.level in ('create', 'admin')
    order by asked.id desc limit ${page.limit + 1}`.execute(sql)
  return listOf({
    page,
    cursors,
    rows,
    // A deleted space is on no site.
    present: (row) => presentSpaceRow({ ...row, site_visibility: null }, row.level, deps.publicUrl),
    after: ({ id }) => [id],
  })
}
