import type { Generated } from 'kysely'

/** Names and addresses that sites and their spaces have or had. */
export interface HistoryTables {
  /** The last site that had a basename; a site that has it now comes before. */
  basename_history: { basename: string; site_id: string; since: Generated<Date> }
  /** The last space of a site that has or had an address on it, without the names of defaults. */
  address_history: { site_id: string; address: string; site_space_id: string; since: Generated<Date> }
}
