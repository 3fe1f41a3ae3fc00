import { atLeast, storedLevel } from '@quire/access'
import type { uploadOperations } from '@quire/contracts'
import { created, forbidden, type Input, newId, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { UploadKind } from '../../tables/uploads.tables.ts'
import { findWorkHolder } from '../../tables/work-holder.ts'
import type { StorageContext } from '../context.ts'
import { requireAnnounced } from './upload-kinds.ts'

type ToOrganization = StorageContext & Input<typeof uploadOperations.generateStorageUploadURL>
type ToSpace = StorageContext & Input<typeof uploadOperations.generateSpaceUploadURL>

interface Announced {
  kind: UploadKind
  file: ToSpace['body']['file']
}

/** Time after which an unused upload is deleted; longer than its address is valid. */
export const retentionMs = 24 * 3600_000
const gigabyte = 1024 ** 3
/**
 * Quotas of uploads that are announced or stored and not used within a day: of one person in one organization, less of one
 * who edits spaces alone, such as a guest, of one account in all organizations, and of all accounts of one origin.
 */
const quotas = {
  person: { maxBytes: 2 * gigabyte, maxFiles: 1000 },
  spaceEditor: { maxBytes: gigabyte / 2, maxFiles: 250 },
  account: { maxBytes: 16 * gigabyte, maxFiles: 8000 },
  origin: { maxBytes: 32 * gigabyte, maxFiles: 16_000 },
}
const lockSeed = 3

export async function announceUpload(context: ToOrganization) {
  const { access, body } = context
  if (body.kind === 'customization_font' && !atLeast(access.level, 'create'))
    throw forbidden('Fonts are uploaded by those with the role create or more.')
  return announce(context, body)
}

/**
 * Announces a file for pages or an import, by whoever may edit the space. Its key opens it for the same person in each
 * space of the organization that they may edit, as bytes in the changes themselves would do.
 */
export function announceUploadToSpace(context: ToSpace) {
  const { kind = 'content_file', file } = context.body
  return announce(context, { kind, file })
}

async function announce(context: StorageContext, { kind, file }: Announced) {
  const { access, deps } = context
  const ofPerson = atLeast(storedLevel(access.member.role), 'edit') ? quotas.person : quotas.spaceEditor
  // A file beyond the quota is refused by its size, because no waiting makes room for it.
  requireAnnounced(kind, file, Math.min(deps.uploads.importBytes, ofPerson.maxBytes))
  await deps.uploads.requireRoom(file.size)
  const key = newId()
  if (!(await insertWithin(context, key))) throw tooMuch()
  return created({ object: 'storage-signed-url', url: deps.uploads.address(key, deps.now()), key } as const)

  /** False if a quota would be exceeded. A lock serializes the announcements of one origin. */
  async function insertWithin({ sql, caller, userId }: typeof context, id: string): Promise<boolean> {
    const { organizationId, member } = access
    const holder = await findWorkHolder(sql, caller, organizationId)
    await raw`select pg_advisory_xact_lock(hashtextextended(${holder.origin}, ${raw.lit(lockSeed)}))`.execute(sql)
    const fits = (whose: ReturnType<typeof raw>, { maxBytes, maxFiles }: (typeof quotas)['person']) => raw<boolean>`(
      select coalesce(sum(size), 0) + ${file.size}::integer <= ${maxBytes} and count(*) < ${maxFiles}
      from upload where ${whose})`
    const { rows } = await raw`
      insert into upload (id, organization_id, member_id, user_id, account, origin, kind, name, size, kept_until)
      select ${id}, ${organizationId}, ${member.id}, ${userId}, ${holder.account}, ${holder.origin}, ${kind},
        ${file.name}, ${file.size}::integer, ${new Date(deps.now().getTime() + retentionMs)}::timestamptz
      where ${fits(raw`organization_id = ${organizationId} and user_id = ${userId}`, ofPerson)}
        and ${fits(raw`account = ${holder.account}`, quotas.account)}
        and ${fits(raw`origin = ${holder.origin}`, quotas.origin)}
      returning id`.execute(sql)
    return rows.length > 0
  }
}

const tooMuch = () =>
  new Refusal(
    429,
    'You have uploaded much that is not used yet: use it, or come back when a day has passed.',
    { 'Retry-After': '3600' },
    'uploads',
  )
