import { type CustomizationInput, missingResourceOperations, type SpaceResource } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { type FieldTarget, readableSpaces, spaceOf, targetsIn } from './linked-spaces.ts'

/** Each space costs content some queries. */
const maxSpaces = 50
/** The number of resources that content looks up at once. */
const maxResources = 1000

const Found = missingResourceOperations.findMissingResources.replies[200]

/**
 * Throws 400, naming the field, if a link leads to a page, file or reusable content that its space does not have.
 * Content is asked once, only about resources that the `stored` settings do not name and in spaces that the caller may
 * read: of others nothing is revealed. `ownSpace` is the space of links that name none; undefined if it depends on the
 * visitor.
 */
export async function requireResources(
  context: Pick<SitesContext, 'sql' | 'access' | 'call'>,
  { body, stored, ownSpace }: { body: CustomizationInput; stored: CustomizationInput; ownSpace?: string },
): Promise<void> {
  const known = new Set(resourcesIn(stored, ownSpace).map(({ resource }) => keyOf(resource)))
  const added = resourcesIn(body, ownSpace).filter(({ resource }) => !known.has(keyOf(resource)))
  const spaces = new Set(added.map(({ resource }) => resource.space))
  if (spaces.size > maxSpaces)
    throw badRequest('body', `has links into more than ${maxSpaces} spaces: add fewer at once`)
  const readable = await readableSpaces(context, [...spaces])
  const asked = added.filter(({ resource }) => readable.has(resource.space))
  if (asked.length > maxResources) throw badRequest('body', `has more than ${maxResources} links: add fewer at once`)
  if (asked.length === 0) return
  const resources = asked.map(({ resource }) => resource)
  const { missing } = Found.parse(await context.call('findMissingResources', { body: { resources } }))
  const firstMissing = asked[missing[0] ?? -1]
  if (firstMissing)
    throw badRequest(
      firstMissing.field,
      `there is no such ${firstMissing.resource.kind} in the live content of its space`,
    )
}

const keyOf = ({ space, kind, id }: SpaceResource) => JSON.stringify([space, kind, id])

const resourcesIn = (settings: CustomizationInput, ownSpace: string | undefined) =>
  targetsIn(settings).flatMap((placed) => {
    const resource = resourceOf(placed, ownSpace)
    return resource ? [{ field: placed.field, resource }] : []
  })

/** Returns the resource that a link needs; undefined if sites knows the answer itself, or nobody can tell. */
function resourceOf({ to }: FieldTarget, ownSpace: string | undefined): SpaceResource | undefined {
  const space = spaceOf(to) ?? ownSpace
  if (space === undefined) return undefined
  if (to.kind === 'page') return { space, kind: 'page', id: to.page }
  if (to.kind === 'anchor') return to.page === undefined ? undefined : { space, kind: 'page', id: to.page }
  if (to.kind === 'file') return { space, kind: 'file', id: to.file }
  return to.kind === 'reusable-content' ? { space, kind: 'reusable-content', id: to.reusableContent } : undefined
}
