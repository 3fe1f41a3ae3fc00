export interface PersonalTables {
  /** What a space is to one person. Only that person sees the row. */
  personal_space: {
    user_id: string
    space_id: string
    /** The time at which it became a favourite; null if it is none. */
    favorite_at: Date | null
    /** The last time that the person opened it; null beyond the latest few. */
    opened_at: Date | null
  }
  /** Who edits a page of a change request; a row counts for some seconds. Unlogged: a crash of the database empties it. */
  page_editor: {
    change_request_id: string
    page_id: string
    user_id: string
    since: Date
    seen_at: Date
  }
}
