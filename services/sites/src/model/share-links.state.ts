import { type ShareLinkState, shareLink } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables, Writer } from '../database.ts'

export type ShareLinkRow = Selectable<Tables['share_link']>

/** Converts a row to the state in its events, without the key. */
export function shareLinkState(row: ShareLinkRow): z.input<typeof ShareLinkState> {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    siteId: row.site_id,
    keyHash: row.key_hash,
    active: row.active,
  }
}

export const shareLinkSource = tableSource(shareLink, 'share_link', ['id'], shareLinkState)

/** Removes all share links of a site, with an event for each. */
export async function removeShareLinks({ sql, emit }: Writer, siteId: string): Promise<void> {
  const rows = await sql.deleteFrom('share_link').where('site_id', '=', siteId).returning(['id', 'version']).execute()
  for (const { id, version } of rows) emit(shareLink.removed, { key: id, version: Number(version) + 1 })
}
