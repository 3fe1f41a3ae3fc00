import { atLeast } from '@quire/access'
import type { uploadOperations } from '@quire/contracts'
import { created, forbidden, type Input, newId, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import { findWorkHolder } from '../../tables/work-holder.ts'
import type { StorageContext } from '../context.ts'
import { requireAnnounced } from './upload-kinds.ts'

type Announcement = StorageContext & Input<typeof uploadOperations.generateStorageUploadURL>

/** Time after which an unused upload is deleted; longer than its address is valid. */
export const retentionMs = 24 * 3600_000
const gigabyte = 1024 ** 3
/**
 * Quotas of uploads that are announced or stored and not used within a day: of one person in one organization, of one
 * account in all organizations, and of all accounts of one origin.
 */
const quotas = {
  person: { maxBytes: 2 * gigabyte, maxFiles: 1000 },
  account: { maxBytes: 16 * gigabyte, maxFiles: 8000 },
  origin: { maxBytes: 32 * gigabyte, maxFiles: 16_000 },
}
const lockSeed = 3

export async function announceUpload(context: Announcement) {
  const { access, body, deps, params } = context
  const { kind, file } = body
  if (kind === 'customization_font' && !atLeast(access.level, 'create'))
    throw forbidden('Fonts are uploaded by those with the role create or more.')
  requireAnnounced(kind, file, deps.uploads.importBytes)
  await deps.uploads.requireRoom(file.size)
  const key = newId()
  if (!(await insertWithin(context, key))) throw tooMuch()
  return created({ object: 'storage-signed-url', url: deps.uploads.address(key, deps.now()), key } as const)

  /** False if a quota would be exceeded. A lock serializes the announcements of one origin. */
  async function insertWithin({ sql, caller, userId }: Announcement, id: string): Promise<boolean> {
    const { organizationId } = params
    const holder = await findWorkHolder(sql, caller, organizationId)
    await raw`select pg_advisory_xact_lock(hashtextextended(${holder.origin}, ${raw.lit(lockSeed)}))`.execute(sql)
    const fits = (whose: ReturnType<typeof raw>, { maxBytes, maxFiles }: (typeof quotas)['person']) => raw<boolean>`(
      select coalesce(sum(size), 0) + ${file.size}::integer <= ${maxBytes} and count(*) < ${maxFiles}
      from upload where ${whose})`
    const { rows } = await raw`
      insert into upload (id, organization_id, member_id, user_id, account, origin, kind, name, size, kept_until)
      select ${id}, ${organizationId}, ${access.member.id}, ${userId}, ${holder.account}, ${holder.origin}, ${kind},
        ${file.name}, ${file.size}::integer, ${new Date(deps.now().getTime() + retentionMs)}::timestamptz
      where ${fits(raw`organization_id = ${organizationId} and user_id = ${userId}`, quotas.person)}
        and ${fits(raw`account = ${holder.account}`, quotas.account)}
        and ${fits(raw`origin = ${holder.origin}`, quotas.origin)}
      returning id`.execute(sql)
    return rows.length > 0
  }
}

const tooMuch = () =>
  new Refusal(429, 'You have uploaded much that is not used yet: use it, or come back when a day has passed.', {
    'Retry-After': '3600',
  })
