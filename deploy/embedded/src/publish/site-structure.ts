import { z } from 'zod'
import type { Send } from './client.ts'

const SiteSpace = z.object({
  object: z.literal('site-space'),
  id: z.string(),
  path: z.string(),
  section: z.string().optional(),
  default: z.boolean(),
  space: z.object({ id: z.string() }),
})
export const Section = z.object({
  object: z.literal('site-section'),
  id: z.string(),
  path: z.string(),
  default: z.boolean(),
  sectionGroup: z.string().optional(),
  siteSpaces: z.array(SiteSpace),
})
const Group = z.object({
  object: z.literal('site-section-group'),
  id: z.string(),
  sectionGroup: z.string().optional(),
  get children(): z.ZodArray<z.ZodUnion<[typeof Section, typeof Group]>> {
    return z.array(z.union([Section, Group]))
  },
})
const Structure = z.object({ structure: z.array(z.union([SiteSpace, Section, Group])) })
type Item = z.output<typeof Structure>['structure'][number]

/** Everything on a site, by id. */
export interface OnSite {
  top: string[]
  spaces: Map<string, z.output<typeof SiteSpace>>
  sections: Map<string, z.output<typeof Section>>
  groups: Map<string, z.output<typeof Group>>
}

/** Reads the structure of a site. */
export async function readSite(send: Send, site: string): Promise<OnSite> {
  const { structure } = Structure.parse(await send('GET', `${site}/structure`))
  const on: OnSite = { top: structure.map(({ id }) => id), spaces: new Map(), sections: new Map(), groups: new Map() }
  const visit = (item: Item) => {
    if (item.object === 'site-space') on.spaces.set(item.id, item)
    else if (item.object === 'site-section') {
      on.sections.set(item.id, item)
      for (const space of item.siteSpaces) on.spaces.set(space.id, space)
    } else {
      on.groups.set(item.id, item)
      for (const child of item.children) visit(child)
    }
  }
  for (const item of structure) visit(item)
  return on
}
