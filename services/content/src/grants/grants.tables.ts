/** What no entity describes: by organization, the last version that a rule there was given. */
export interface GrantTables {
  grant_version: { organization_id: string; version: number }
}
