import type { AdaptiveJsonSchema } from '@quire/contracts'
import type { ColumnType } from 'kysely'

/** The schema of a site. The column is `json`, which preserves the order of the claims. */
export interface AdaptiveTables {
  site_adaptive_schema: {
    site_id: string
    json_schema: ColumnType<AdaptiveJsonSchema, string, string>
    updated_at: Date
  }
}
