/** Tables without an entity: by organization, the last version that a grant there was given. */
export interface GrantTables {
  grant_version: { organization_id: string; version: number }
}
