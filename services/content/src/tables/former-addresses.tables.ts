/** Addresses that pages of the live content had before, and those that an import redirects to them. */
export interface FormerAddressTables {
  former_address: { space_id: string; key: string; page_id: string }
}
