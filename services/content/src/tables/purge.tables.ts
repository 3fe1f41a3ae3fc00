/** Spaces that are being removed for good, and their stores. */
export interface PurgeTables {
  purge: {
    space_id: string
    store: string
    began_at: Date
    /** Null in rows of earlier versions. */
    organization_id: string | null
  }
}
