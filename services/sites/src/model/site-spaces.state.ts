import { type SiteSpaceState, siteSpace } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../database.ts'

export type SiteSpaceRow = Selectable<Tables['site_space']>

/** Converts a row to the state in its events. */
export function siteSpaceState(row: SiteSpaceRow): z.input<typeof SiteSpaceState> {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    siteId: row.site_id,
    spaceId: row.space_id,
    path: row.path,
    address: row.address,
    conditions: [row.section_condition, row.condition].filter((one) => one !== null),
  }
}

export const siteSpaceSource = tableSource(siteSpace, 'site_space', ['id'], siteSpaceState)
