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
import { lockSite, type SiteRow } from '../states/sites.state.ts'
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
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const { type: kind, id } = body.item
    const { before, after } = body.position ?? {}
    await moveSiteItem(
      context,
      site,
      { kind, id },
      {
        before: before && { kind: before.type, id: before.id },
        after: after && { kind: after.type, id: after.id },
      },
    )
    return shown[kind](context, site, id)
  },
})
