import { createHash, timingSafeEqual } from 'node:crypto'
import { partnerKeyHeader, siteAdsOperations, userOperations } from '@quire/contracts'
import {
  badRequest,
  conflict,
  countOf,
  done,
  type Input,
  keysetPage,
  listOf,
  notFound,
  prepared,
  unauthorized,
  type VisitRequest,
} from '@quire/kit'
import { implementWith, type SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { lockSite } from '../../model/sites.state.ts'

/** The dependencies of advertisements. */
export interface AdsNeeds {
  /** The key of the advertiser; absent if the operator has none. */
  adsPartnerKey: string | undefined
}

type Update = SitesContext<AdsNeeds> & Input<typeof siteAdsOperations.updateSiteAdsById>

const Person = userOperations.getAuthenticatedUser.replies[200]

export const adsRoutes = implementWith<AdsNeeds>()(siteAdsOperations, {
  updateSiteAdsById: prepared(emailOfCaller, async ({ sql, params, body }: Update, email) => {
    const site = await lockSite(sql, params.siteId)
    const before = await sql.selectFrom('site_ads').selectAll().where('site_id', '=', site.id).executeTakeFirst()
    if (!before) {
      if (body.status !== 'in-review') throw conflict('The site was never submitted for advertisements.')
      if (body.topic === undefined) throw badRequest('body.topic', 'is needed to submit a site')
      const submitted = { site_id: site.id, status: 'in-review' as const, topic: body.topic, email }
      await sql.insertInto('site_ads').values(submitted).execute()
      return done()
    }
    const isAccepted = before.zone_id !== null
    if (body.status === 'disabled' && !isAccepted) throw conflict('The advertiser has not accepted the site yet.')
    // A site that was accepted shows advertisements again; one that was not is reviewed again.
    const status = body.status === 'in-review' && isAccepted ? 'live' : body.status
    await sql
      .updateTable('site_ads')
      .set({ ...(status && { status, reason: null }), ...(body.topic && { topic: body.topic }), email })
      .where('site_id', '=', site.id)
      .execute()
    return done()
  }),

  async adsListSites({ sql, query, page, cursors, deps, visit }) {
    requirePartner(deps, visit)
    const sites = sql
      .selectFrom('site_ads')
      .innerJoin('site', 'site.id', 'site_ads.site_id')
      .where('site_ads.status', '=', query.status)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(
        sites.selectAll('site').select(['site_ads.topic', 'site_ads.zone_id', 'site_ads.reason', 'site_ads.email']),
        page,
        ['site_ads.site_id'],
      ).execute(),
      present(row) {
        const { topic, email, zone_id, reason } = row
        const about = { id: row.id, url: siteAddress(row, deps.publicUrl), email, topic }
        if (query.status === 'live') return { ...about, status: 'live' as const, zoneId: zone_id ?? '' }
        if (query.status === 'rejected')
          return { ...about, status: 'rejected' as const, ...(reason !== null && { reason }) }
        return { ...about, status: 'in-review' as const }
      },
      after: ({ id }) => [id],
      count: () => countOf(sql, sites.select('site_ads.site_id')),
    })
  },

  async adsUpdateSite({ sql, params, body, deps, visit }) {
    requirePartner(deps, visit)
    const change =
      body.status === 'live'
        ? { zone_id: body.zoneId, reporting_id: body.reportingId, reason: null }
        : { zone_id: null, reporting_id: null, reason: body.status === 'rejected' ? (body.reason ?? null) : null }
    const { numUpdatedRows } = await sql
      .updateTable('site_ads')
      .set({ status: body.status, ...change })
      .where('site_id', '=', params.siteId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('The site')
    return done()
  },
})

/** Throws 401 unless the request has the advertiser's key. */
function requirePartner({ adsPartnerKey }: AdsNeeds, { headers }: VisitRequest): void {
  const given = headers[partnerKeyHeader]
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const isPartner =
    adsPartnerKey !== undefined && typeof given === 'string' && timingSafeEqual(hash(given), hash(adsPartnerKey))
  if (!isPartner) throw unauthorized('The key of the advertiser is required: send it as "X-GitBook-Partner-Key".')
}

/** Asks identity for the address of the caller, which the advertiser writes to. */
async function emailOfCaller({ call }: Update): Promise<string> {
  const { email = '' } = Person.parse(await call('getAuthenticatedUser', {}))
  return email
}
