/** Spaces that are being removed for good, by what is left of them to remove. */
export interface PurgeTables {
  purge: { space_id: string; store: string; began_at: Date }
}
