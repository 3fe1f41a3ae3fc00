/** Sites and their spaces, projected from the events of sites. */
export interface SiteTables {
  site: { id: string; organization_id: string; agents_context: string; published: boolean }
  site_space: { id: string; site_id: string; space_id: string }
}
