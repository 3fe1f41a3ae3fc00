import type { HostnameStatus } from '@quire/contracts'

export interface HostnameTables {
  /** The host that a site wants; many sites may want the same one until it is verified for one of them. */
  custom_hostname: {
    site_id: string
    organization_id: string
    hostname: string
    /** Null until DNS was asked. */
    dns_status: HostnameStatus | null
    /** How often in a row DNS did not prove it. */
    dns_failures: number
    /** Since when DNS says that it is somebody else's; null where it never did, or was silent. */
    dns_failing_since: Date | string | null
    /** When DNS is asked next. */
    dns_due_at: Date | string
  }
}
