import { type ShareLinkState, shareLink } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../database.ts'

export type ShareLinkRow = Selectable<Tables['share_link']>

/** What the row says, as the event tells it: never the key. */
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
