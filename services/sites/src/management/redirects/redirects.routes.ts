import { redirectOperations, type SiteRedirect, type SiteRedirectDestination, timestamp } from '@quire/contracts'
import {
  absent,
  containing,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  newId,
  notFound,
} from '@quire/kit'
import { createsLoop } from '../../addresses/redirect-loops.ts'
import { findRedirect, pathOfPage, type RedirectRow, targetOf } from '../../addresses/site-redirects.ts'
import { visibleSpaces } from '../../addresses/spaces-on-site.ts'
import { shareKeyFor } from '../../audience/share-keys.ts'
import { implement, type SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { findSite, lockSite } from '../../model/sites.state.ts'
import { bulkUpsertSiteRedirects } from './bulk-redirects.ts'
import { pathOfSource, requireDestination, unlessTaken, visibleRedirects } from './redirects.rules.ts'

/** Converts a destination to the text that the driver takes for a JSON column. */
const stored = (destination: SiteRedirectDestination) => JSON.stringify(destination) as never

export const redirectRoutes = implement(redirectOperations, {
  async listSiteRedirects(context) {
    const { sql, params, query, page, cursors } = context
    let redirects = await visibleRedirects(context, params.siteId)
    if (query.search !== undefined) redirects = redirects.where('source', 'ilike', containing(query.search))
    if (query.draft !== undefined) redirects = redirects.where('draft', '=', query.draft)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(redirects.selectAll(), page, ['site_redirect.id']).execute(),
      present: presentRedirect,
      after: (row) => [row.id],
      count: () => countOf(sql, redirects.select('id')),
    })
  },

  async createSiteRedirect(context) {
    const { sql, params, body, deps } = context
    const path = pathOfSource(body.source, 'body.source')
    await requireDestination(context, params.siteId, body.destination)
    const site = await lockSite(sql, params.siteId)
    const row = await unlessTaken(
      sql
        .insertInto('site_redirect')
        .values({
          ...body,
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          path,
          destination: stored(body.destination),
          created_at: deps.now(),
          updated_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    return created(presentRedirect(row))
  },

  bulkUpsertSiteRedirects,

  async updateSiteRedirectById(context) {
    const { sql, params, body, deps } = context
    const { source, destination, ...plain } = body
    if (destination) await requireDestination(context, params.siteId, destination)
    const visible = (await visibleRedirects(context, params.siteId)).select('site_redirect.id')
    const row = await unlessTaken(
      sql
        .updateTable('site_redirect')
        .set({ ...plain, updated_at: deps.now() })
        .$if(source !== undefined, (update) => update.set(sourceOf(String(source))))
        .$if(destination !== undefined, (update) => update.set({ destination: stored(destination as never) }))
        .where('id', '=', params.siteRedirectId)
        .where('id', 'in', visible)
        .returningAll()
        .executeTakeFirst(),
    )
    if (!row) throw notFound('The redirect')
    return presentRedirect(row)
  },

  async deleteSiteRedirectById(context) {
    const { sql, params } = context
    const visible = (await visibleRedirects(context, params.siteId)).select('site_redirect.id')
    const row = await sql
      .deleteFrom('site_redirect')
      .where('id', '=', params.siteRedirectId)
      .where('id', 'in', visible)
      .returning('id')
      .executeTakeFirst()
    return row ? deleted() : absent()
  },

  getSiteRedirectBySource,
})

const sourceOf = (source: string) => ({ source, path: pathOfSource(source, 'body.source') })

/** Resolves a redirect. A redirect to content that is hidden from the caller is 404. */
async function getSiteRedirectBySource(
  context: SitesContext & Input<typeof redirectOperations.getSiteRedirectBySource>,
) {
  const { sql, params, query, access, caller, deps, call } = context
  const site = await findSite(sql, params.siteId)
  const from = { siteId: site.id, path: pathOfSource(query.source, 'query.source') }
  const redirect = await findRedirect(sql, from.siteId, from.path)
  if (!redirect) throw notFound('The redirect')
  const viewer = access.visitorSite
    ? viewerOf(caller)
    : { claims: undefined, previewOf: caller.userId, previewKind: caller.kind }
  const visible = await visibleSpaces(sql, { id: site.id, organizationId: site.organization_id }, viewer, deps.isBarred)
  const base = siteAddress(site, deps.publicUrl, await shareKeyFor(context, site))
  const pathOf = pathOfPage(call)
  const target = await targetOf(redirect.destination, { base, visible, claims: viewer.claims, pathOf })
  const parts = { sql, deps, pathOf, organizationId: site.organization_id }
  if (target === undefined || (await createsLoop(parts, from, target))) throw notFound('What the redirect leads to')
  return { redirect: presentRedirect(redirect), target }
}

const viewerOf = ({ visit }: SitesContext['caller']) => ({
  claims: visit?.claims ?? {},
  previewOf: visit?.previewOf,
  previewKind: visit?.previewKind,
})

function presentRedirect(row: RedirectRow): SiteRedirect {
  return {
    object: 'site-redirect',
    id: row.id,
    source: row.source,
    destination: row.destination,
    draft: row.draft,
    // Sources with a wildcard are rejected.
    captureWildcard: false,
    permanent: row.permanent,
    createdAt: timestamp(row.created_at),
    ...(row.updated_at !== null && { updatedAt: timestamp(row.updated_at) }),
  }
}
