import {
  type SiteItemKind,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  structureOperations,
} from '@quire/contracts'
import { implement, type SitesContext } from '../context.ts'
import { showGroup } from '../section-groups/section-groups.present.ts'
import { showSection } from '../sections/sections.present.ts'
import { moveSiteItem } from '../site-spaces/move.ts'
import { showSiteSpace } from '../site-spaces/site-spaces.present.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { getSiteStructure } from './read.ts'

type Show = (context: SitesContext, site: SiteRow, id: string) => Promise<SiteSpace | SiteSection | SiteSectionGroup>

const shown = {
  'site-space': showSiteSpace,
  'site-section': showSection,
  'site-section-group': showGroup,
} satisfies Record<SiteItemKind, Show>

export const structureRoutes = implement(structureOperations, {
  getSiteStructure,

  async sortSiteStructure(context) {
    const { type: kind, id } = context.body.item
    const site = await moveSiteItem(context, { kind, id }, context.body.position)
    return shown[kind](context, site, id)
  },
})
