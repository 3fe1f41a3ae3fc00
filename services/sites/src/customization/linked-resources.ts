import { type CustomizationInput, missingResourceOperations, type SpaceResource } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { readableSpaces } from './linked-spaces.ts'
import { type PlacedTarget, spaceOf, targetsIn } from './targets.ts'

/** Each costs content some queries. */
const mostSpaces = 50
/** As many as content looks up at once. */
const mostResources = 1000

const Found = missingResourceOperations.findMissingResources.replies[200]

/**
 * Throws 400, naming the place, where a link leads to a page, file or reusable content that its space has not. Content is
 * asked once, about those that the `kept` settings do not name and that are in spaces the caller may read: of others
 * nothing may be told. `ownSpace` is the space of links that name none; undefined where that depends on the reader.
 */
export async function requireResources(
  context: Pick<SitesContext, 'sql' | 'access' | 'call'>,
  { body, kept, ownSpace }: { body: CustomizationInput; kept: CustomizationInput; ownSpace?: string },
): Promise<void> {
  const known = new Set(resourcesIn(kept, ownSpace).map(({ resource }) => keyOf(resource)))
  const added = resourcesIn(body, ownSpace).filter(({ resource }) => !known.has(keyOf(resource)))
  const spaces = new Set(added.map(({ resource }) => resource.space))
  if (spaces.size > mostSpaces)
    throw badRequest('body', `has links into more than ${mostSpaces} spaces: add fewer at once`)
  const readable = await readableSpaces(context, [...spaces])
  const asked = added.filter(({ resource }) => readable.has(resource.space))
  if (asked.length > mostResources) throw badRequest('body', `has more than ${mostResources} links: add fewer at once`)
  if (asked.length === 0) return
  const resources = asked.map(({ resource }) => resource)
  const { missing } = Found.parse(await context.call('findMissingResources', { body: { resources } }))
  const gone = asked[missing[0] ?? -1]
  if (gone) throw badRequest(gone.field, `there is no such ${gone.resource.kind} in the live content of its space`)
}

const keyOf = ({ space, kind, id }: SpaceResource) => JSON.stringify([space, kind, id])

const resourcesIn = (settings: CustomizationInput, ownSpace: string | undefined) =>
  targetsIn(settings).flatMap((placed) => {
    const resource = resourceOf(placed, ownSpace)
    return resource ? [{ field: placed.field, resource }] : []
  })

/** What must be there for a link to lead somewhere; undefined where sites knows it already, or nobody can say. */
function resourceOf({ to }: PlacedTarget, ownSpace: string | undefined): SpaceResource | undefined {
  const space = spaceOf(to) ?? ownSpace
  if (space === undefined) return undefined
  if (to.kind === 'page') return { space, kind: 'page', id: to.page }
  if (to.kind === 'anchor') return to.page === undefined ? undefined : { space, kind: 'page', id: to.page }
  if (to.kind === 'file') return { space, kind: 'file', id: to.file }
  return to.kind === 'reusable-content' ? { space, kind: 'reusable-content', id: to.reusableContent } : undefined
}
