import { spaceLevels } from '@quire/access'
import type { CustomizationInput, LinkTarget } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesContext } from '../context.ts'

interface PlacedTarget {
  /** Of the body, as a refusal names it. */
  field: string
  to: LinkTarget
}

/** A link into a space that it names. */
interface PlacedSpace {
  field: string
  spaceId: string
}

interface Link {
  to: LinkTarget | null
  links?: readonly Link[]
}

/** Everything that the settings link to. */
function targetsIn({ header, footer, announcement }: CustomizationInput): PlacedTarget[] {
  const groups = (footer?.groups ?? []).entries()
  return [
    ...inLinks('body.header.links', header?.links ?? []),
    ...[...groups].flatMap(([at, { links }]) => inLinks(`body.footer.groups.${at}.links`, links)),
    ...(announcement?.link ? [{ field: 'body.announcement.link.to', to: announcement.link.to }] : []),
  ]
}

function inLinks(list: string, links: readonly Link[]): PlacedTarget[] {
  return [...links.entries()].flatMap(([at, { to, links: inner = [] }]) => [
    ...(to ? [{ field: `${list}.${at}.to`, to }] : []),
    ...inLinks(`${list}.${at}.links`, inner),
  ])
}

const spacesIn = (settings: CustomizationInput): PlacedSpace[] =>
  targetsIn(settings).flatMap(({ field, to }) =>
    'space' in to && to.space !== undefined ? [{ field: `${field}.space`, spaceId: to.space }] : [],
  )

/**
 * Throws 400, naming the place, where a link leads into a space that the caller does not see in the site's organization:
 * the settings must not tell whether it is there. Spaces that the `kept` settings name are not asked about again, so that
 * settings can be sent back as they were read, though a space is gone meanwhile or closed to this caller.
 */
export async function requireTargets(context: SitesContext, body: CustomizationInput, kept: CustomizationInput) {
  const known = new Set(spacesIn(kept).map(({ spaceId }) => spaceId))
  const added = spacesIn(body).filter(({ spaceId }) => !known.has(spaceId))
  if (added.length === 0) return
  const ids = new Set(added.map(({ spaceId }) => spaceId))
  const levels = await spaceLevels(context.sql, context.access.member, [...ids])
  const unseen = added.find(({ spaceId }) => (levels.get(spaceId) ?? 'none') === 'none')
  if (unseen) throw badRequest(unseen.field, 'is no space of this organization that you may read')
}
