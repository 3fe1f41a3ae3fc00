import type { SiteFileType } from '@quire/contracts'

export interface FontTables {
  /** Fonts of organizations. A row's lock also serializes the settings of sites that name the font. */
  custom_font: {
    id: string
    organization_id: string
    created_by: string
    font_family: string
  }
  /** The file of one weight of a font. Its id is secret, and new whenever the file changes. */
  custom_font_face: {
    id: string
    font_id: string
    weight: number
    content_type: SiteFileType
    sha256: string
    size: number
    bytes: Buffer
  }
}
