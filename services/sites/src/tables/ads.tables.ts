import type { SiteAds, SiteAdsTopic } from '@quire/contracts'

export interface AdsTables {
  site_ads: {
    site_id: string
    status: SiteAds['status']
    topic: SiteAdsTopic
    /** Set once the advertiser has accepted the site. */
    zone_id: string | null
    reporting_id: string | null
    /** The advertiser's reason for a rejection. */
    reason: string | null
    /** The address of the person who submitted the site last, for the advertiser. */
    email: string
  }
}
