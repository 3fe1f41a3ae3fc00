import {
  type SiteItemKind,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  structureOperations,
} from '@quire/contracts'
import { implement, type SitesContext } from '../../context.ts'
import { findSite, type SiteRow } from '../../model/sites.state.ts'
import { presentGroupById } from '../../view/section-groups.present.ts'
import { presentSectionById } from '../../view/sections.present.ts'
import { presentSiteSpaceById } from '../../view/site-spaces.present.ts'
import { viewSite } from '../../view/site-view.ts'
import { structureOf } from '../../view/structure.present.ts'
import { moveSiteItem } from './move-site-item.ts'

type PresentById = (
  context: SitesContext,
  site: SiteRow,
  id: string,
) => Promise<SiteSpace | SiteSection | SiteSectionGroup>

const presenters = {
  'site-space': presentSiteSpaceById,
  'site-section': presentSectionById,
  'site-section-group': presentGroupById,
} satisfies Record<SiteItemKind, PresentById>

export const structureRoutes = implement(structureOperations, {
  async getSiteStructure(context) {
    return structureOf(await viewSite(context, await findSite(context.sql, context.params.siteId)))
  },

  async sortSiteStructure(context) {
    const { type: kind, id } = context.body.item
    const site = await moveSiteItem(context, { kind, id }, context.body.position)
    return presenters[kind](context, site, id)
  },
})
