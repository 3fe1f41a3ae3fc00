import type { CustomizationInput, LinkTarget } from '@quire/contracts'

/** What a link of the settings leads to. */
export interface PlacedTarget {
  /** Its place in the body, as a refusal names it. */
  field: string
  to: LinkTarget
}

interface Link {
  to: LinkTarget | null
  links?: readonly Link[]
}

/** Everything that the settings link to. */
export function targetsIn({ header, footer, announcement }: CustomizationInput): PlacedTarget[] {
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

/** The space that a target names. */
export const spaceOf = (to: LinkTarget): string | undefined => ('space' in to ? to.space : undefined)
