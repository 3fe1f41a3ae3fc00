import { type ShareLink, shareLink, shareLinkOperations, timestamp } from '@quire/contracts'
import { absent, countOf, created, deleted, keysetPage, listOf, newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { hashOfKey, newShareKey, openKey, sealKey } from '../../audience/share-keys.ts'
import { implement, type SitesDependencies } from '../../context.ts'
import { type ShareLinkRow, shareLinkState } from '../../model/share-links.state.ts'
import { siteAddress } from '../../model/site-address.ts'
import { findSite, lockSite, removeOnSite, type SiteRow } from '../../model/sites.state.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'

export const shareLinkRoutes = implement(shareLinkOperations, {
  async listSiteShareLinks({ sql, params, page, cursors, deps }) {
    const site = await findSite(sql, params.siteId)
    const links = sql.selectFrom('share_link').where('site_id', '=', site.id)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(links.selectAll(), page, ['share_link.id']).execute(),
      present: (row) => presentShareLink(row, site, deps),
      after: (row) => [row.id],
      count: () => countOf(sql, links.select('id')),
    })
  },

  /** A new link may bring new visitors, so it takes the rights of publishing. */
  async createSiteShareLink(context) {
    const { sql, emit, params, body, deps } = context
    const site = await lockSite(sql, params.siteId)
    await requireCreateOnSpaces(context, site.id)
    const [id, key] = [newId(), newShareKey()]
    const row = await sql
      .insertInto('share_link')
      .values({
        id,
        organization_id: site.organization_id,
        site_id: site.id,
        name: body.name,
        active: true,
        key_hash: hashOfKey(key),
        sealed_key: sealKey(deps.sealer, id, key),
        version: 1,
        created_at: deps.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(shareLink.saved, shareLinkState(row))
    return created(presentShareLink(row, site, deps))
  },

  async updateSiteShareLinkById(context) {
    const { sql, emit, params, body, deps } = context
    const site = await lockSite(sql, params.siteId)
    if (body.active === true) await requireCreateOnSpaces(context, site.id)
    const row = await sql
      .updateTable('share_link')
      .set({ ...body, version: raw<number>`version + 1` })
      .where('id', '=', params.shareLinkId)
      .where('site_id', '=', site.id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('The share link')
    emit(shareLink.saved, shareLinkState(row))
    return presentShareLink(row, site, deps)
  },

  async deleteSiteShareLinkById({ sql, emit, params }) {
    const site = await lockSite(sql, params.siteId)
    const row = await removeOnSite(sql, 'share_link', { siteId: site.id, id: params.shareLinkId })
    if (!row) return absent()
    emit(shareLink.removed, { key: row.id, version: Number(row.version) + 1 })
    return deleted()
  },
})

/** Presents a share link, with its address if it leads to the site now. */
function presentShareLink(
  row: ShareLinkRow,
  site: SiteRow,
  { sealer, publicUrl }: Pick<SitesDependencies, 'sealer' | 'publicUrl'>,
): ShareLink {
  const isOpen = row.active && site.published && site.visibility === 'share-link'
  return {
    object: 'share-link',
    id: row.id,
    createdAt: timestamp(row.created_at),
    name: row.name,
    active: row.active,
    urls: isOpen ? { published: siteAddress(site, publicUrl, openKey(sealer, row)) } : {},
  }
}
