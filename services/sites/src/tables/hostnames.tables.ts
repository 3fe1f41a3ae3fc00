import type { HostnameStatus } from '@quire/contracts'

/** A host that a site claims, with what DNS said of it. */
interface HostClaim {
  site_id: string
  organization_id: string
  hostname: string
  /** Null until the first query. */
  dns_status: HostnameStatus | null
  /** The number of consecutive queries that did not prove the hostname. */
  dns_failures: number
  /**
   * The moment of the first answer that did not prove the hostname; null after a proof, and while DNS has not answered.
   */
  dns_failing_since: Date | string | null
  /** The moment of the next query. */
  dns_due_at: Date | string
}

export interface HostnameTables {
  /** The hostname that a site wants; many sites may want the same one until it is verified for one of them. */
  custom_hostname: HostClaim
  /** The proxy that a site wants, with its host; many sites may want the same one until its host is proved for one. */
  proxy_claim: HostClaim & { proxy: string }
}
