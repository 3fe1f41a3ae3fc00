import { type Level, spaceLevels } from '@quire/access'
import type { CustomizationInput, LinkTarget } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesContext } from '../../context.ts'

type Reading = Pick<SitesContext, 'sql' | 'access'>

/**
 * Throws 400, naming the field, if a link leads into a space that is hidden from the caller or outside the site's
 * organization: the settings must not reveal whether it exists. Spaces that the `stored` settings name are not checked
 * again, so that settings can be sent back as they were read even if a space has been deleted or hidden from this
 * caller meanwhile.
 */
export async function requireSpaces(context: Reading, body: CustomizationInput, stored: CustomizationInput) {
  const known = new Set(targetsIn(stored).map(({ to }) => spaceOf(to)))
  const added = targetsIn(body).flatMap(({ field, to }) => {
    const space = spaceOf(to)
    return space === undefined || known.has(space) ? [] : [{ field: `${field}.space`, space }]
  })
  const readable = await readableSpaces(
    context,
    added.map(({ space }) => space),
  )
  const hidden = added.find(({ space }) => !readable.has(space))
  if (hidden) throw badRequest(hidden.field, 'is no space of this organization that you may read')
}

/** Returns the spaces that the caller may read. */
export async function readableSpaces({ sql, access }: Reading, spaceIds: readonly string[]): Promise<Set<string>> {
  if (spaceIds.length === 0) return new Set()
  const levels: ReadonlyMap<string, Level> = await spaceLevels(sql, access.member, [...new Set(spaceIds)])
  return new Set([...levels].flatMap(([id, level]) => (level === 'none' ? [] : [id])))
}

/** The target of a link in the settings, with its field. */
export interface FieldTarget {
  /** The path in the body, as errors name it. */
  field: string
  to: LinkTarget
}

interface Link {
  to: LinkTarget | null
  links?: readonly Link[]
}

/** Returns the targets of all links in the settings. */
export function targetsIn({ header, footer, announcement }: CustomizationInput): FieldTarget[] {
  const groups = (footer?.groups ?? []).entries()
  return [
    ...inLinks('body.header.links', header?.links ?? []),
    ...[...groups].flatMap(([at, { links }]) => inLinks(`body.footer.groups.${at}.links`, links)),
    ...(announcement?.link ? [{ field: 'body.announcement.link.to', to: announcement.link.to }] : []),
  ]
}

function inLinks(list: string, links: readonly Link[]): FieldTarget[] {
  return [...links.entries()].flatMap(([at, { to, links: inner = [] }]) => [
    ...(to ? [{ field: `${list}.${at}.to`, to }] : []),
    ...inLinks(`${list}.${at}.links`, inner),
  ])
}

/** The space that a target names. */
export const spaceOf = (to: LinkTarget): string | undefined => ('space' in to ? to.space : undefined)
