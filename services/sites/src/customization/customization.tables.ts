import type { CustomizationInput } from '@quire/contracts'
import type { ColumnType } from 'kysely'

/** What was set and differs from what would be without it; written as JSON. */
type Settings = ColumnType<CustomizationInput, string, string>

export interface CustomizationTables {
  /** A site without a row has the defaults. */
  site_customization: {
    site_id: string
    settings: Settings
    /** The one in `settings`, which may be long: lists of sites show it alone. */
    favicon: ColumnType<CustomizationInput['favicon'] | null, never, never>
  }
  /** A site space without a row looks like its site. */
  site_space_customization: { site_space_id: string; settings: Settings }
}
