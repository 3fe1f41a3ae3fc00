import type { AdaptiveJsonSchema, CustomizationInput, SiteFileType } from '@quire/contracts'
import type { ColumnType } from 'kysely'

/** The settings that were set and differ from the inherited ones; written as JSON. */
type Settings = ColumnType<CustomizationInput, string, string>

export interface CustomizationTables {
  /** A site without a row has the defaults. */
  site_customization: {
    site_id: string
    settings: Settings
    /** The favicon in `settings`, which may be long: lists of sites read only this column. */
    favicon: ColumnType<CustomizationInput['favicon'] | null, never, never>
  }
  /** A site space without a row looks like its site. */
  site_space_customization: { site_space_id: string; settings: Settings }
  /** Uploaded pictures and fonts. */
  site_file: {
    id: string
    site_id: string
    created_by: string
    kind: 'picture' | 'font'
    content_type: SiteFileType
    sha256: string
    size: number
    bytes: Buffer
    /** The time until which the file stays even if no setting names it. */
    kept_until: Date
  }
}

/** The schema of a site. The column is `json`, which preserves the order of the claims. */
export interface AdaptiveTables {
  site_adaptive_schema: {
    site_id: string
    json_schema: ColumnType<AdaptiveJsonSchema, string, string>
    updated_at: Date
  }
}
