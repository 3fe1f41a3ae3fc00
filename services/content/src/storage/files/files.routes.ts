import { isNotDeleted } from '@quire/access'
import { fileOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implement, type StorageContext } from '../context.ts'
import { storeOf } from './blobs.ts'

export const fileRoutes = implement(fileOperations, {
  async downloadFile({ sql, deps, params }) {
    const { blob, answer } = deps.files.download(params.token)
    if (await isOfDeletedOrganization(sql, storeOf(blob))) throw notFound('The file')
    return answer
  },
})

/**
 * True of a store with content of deleted organizations alone: an address may have been handed out before, and the bytes may
 * not be deleted yet.
 */
async function isOfDeletedOrganization(sql: StorageContext['sql'], store: string): Promise<boolean> {
  const { rows } = await raw`
    select from deleted_organization deleted
    cross join lateral (
      select from space where organization_id = deleted.id and deleted_at is null and store = ${store}
      union all
      select from purge where organization_id = deleted.id and store = ${store}
    ) found
    where deleted.purged_at is null and not exists (
      select from space other where other.store = ${store} and ${isNotDeleted(raw.ref('other.organization_id'))}
    ) limit 1`.execute(sql)
  return rows.length > 0
}
