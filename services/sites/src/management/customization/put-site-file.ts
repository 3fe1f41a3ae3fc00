import { createHash } from 'node:crypto'
import { workHolderOf } from '@quire/access'
import { type customizationOperations, type SiteFile, siteFileAddress, siteFileLimits } from '@quire/contracts'
import { conflict, created, type IncomingBytes, type Input, newId, prepared, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { lockSite } from '../../model/sites.state.ts'
import { inspectFile } from './inspect-file.ts'
import { retainedUntil } from './named-files.ts'

/** The dependencies of uploads. */
export interface UploadNeeds {
  /** Throws 507 unless the disk of the database has room for these bytes, as far as sites knows that disk. */
  requireRoom: (bytes: number) => Promise<void>
}

type Upload = SitesContext<UploadNeeds> & Input<typeof customizationOperations.putSiteFile>
type NewFile = Awaited<ReturnType<typeof readFile>>

/** Quotas of one site. */
const siteQuota = { files: 100, bytes: 50 * 1024 ** 2 }
/** Quotas of one account on all sites of all organizations, since anybody may create as many as they like. */
const personQuota = { files: 300, bytes: 150 * 1024 ** 2 }
const lockSeed = 1

/** Stores an uploaded picture or font. The same bytes on the same site are one file, with one address. */
export const putSiteFile = prepared(
  async ({ body, deps }: Upload) => {
    await deps.requireRoom(body.announced ?? siteFileLimits.font)
    return readFile(body)
  },
  async (context, file) => {
    const { sql, deps } = context
    const site = await lockSite(sql, context.params.siteId)
    const keptUntil = retainedUntil(deps.now())
    const same = await sql
      .updateTable('site_file')
      .set({ kept_until: keptUntil })
      .where('site_id', '=', site.id)
      .where('sha256', '=', file.sha256)
      .returning('id')
      .executeTakeFirst()
    const id =
      same?.id ??
      (await insertWithin(sql, { ...file, siteId: site.id, account: await findAccount(context, site), keptUntil }))
    return created(presentFile(file, id, siteFileAddress(deps.publicUrl, site.id, id, file.contentType)))
  },
)

/** Returns the account that an upload counts for (docs/adr/0029). */
async function findAccount({ sql, caller, userId }: Upload, site: { organization_id: string }): Promise<string> {
  const organization = await sql
    .selectFrom('organization')
    .select(raw<string | null>`state->>'madeBy'`.as('madeBy'))
    .where('id', '=', site.organization_id)
    .executeTakeFirst()
  const working = { id: site.organization_id, madeBy: organization?.madeBy ?? null, origin: null }
  return workHolderOf(caller, { id: userId, origin: null }, working).account
}

async function readFile(body: IncomingBytes) {
  const pieces: Buffer[] = []
  for await (const piece of body.pieces(siteFileLimits.font)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...(await inspectFile(bytes)), bytes, sha256 }
}

const presentFile = (
  { kind, contentType, bytes, dimensions }: NewFile,
  id: string,
  url: string,
): z.output<typeof SiteFile> => ({
  ...{ object: 'site-file', id, kind, url, contentType, size: bytes.length },
  ...(dimensions && { dimensions }),
})

/** Inserts a file and returns its id; throws 409 or 429 beyond the quotas. The site is locked already. */
async function insertWithin(
  sql: Sql,
  file: NewFile & { siteId: string; account: string; keptUntil: Date },
): Promise<string> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${file.account}, ${raw.lit(lockSeed)}))`.execute(sql)
  const used = await sql
    .selectFrom('site_file')
    .select([
      raw<number>`count(*) filter (where site_id = ${file.siteId})::integer`.as('site_files'),
      raw<number>`coalesce(sum(size) filter (where site_id = ${file.siteId}), 0)::float`.as('site_bytes'),
      raw<number>`count(*) filter (where created_by = ${file.account})::integer`.as('person_files'),
      raw<number>`coalesce(sum(size) filter (where created_by = ${file.account}), 0)::float`.as('person_bytes'),
    ])
    .where((where) => where.or([where('site_id', '=', file.siteId), where('created_by', '=', file.account)]))
    .executeTakeFirstOrThrow()
  const size = file.bytes.length
  if (used.site_files >= siteQuota.files || used.site_bytes + size > siteQuota.bytes)
    throw conflict(
      `The site has ${used.site_files} files of ${used.site_bytes} bytes, and may have ${siteQuota.files} of ${siteQuota.bytes}: a day after no setting names a file any more, it is deleted.`,
    )
  if (used.person_files >= personQuota.files || used.person_bytes + size > personQuota.bytes)
    throw new Refusal(
      429,
      'You have uploaded as many files of sites as one person may: those that no setting names are deleted after a day.',
      { 'Retry-After': '86400' },
      'uploads',
    )
  const id = newId()
  await sql
    .insertInto('site_file')
    .values({
      ...{ id, site_id: file.siteId, created_by: file.account, kind: file.kind, content_type: file.contentType },
      ...{ sha256: file.sha256, size, bytes: file.bytes, kept_until: file.keptUntil },
    })
    .execute()
  return id
}
