import type { AdaptiveJsonSchema } from '@quire/contracts'
import type { ColumnType } from 'kysely'

/** The schema of a site; the column is `json`, which keeps the claims in their order. */
export interface AdaptiveTables {
  site_adaptive_schema: {
    site_id: string
    json_schema: ColumnType<AdaptiveJsonSchema, string, string>
    updated_at: Date
  }
}
