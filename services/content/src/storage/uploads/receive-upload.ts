import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { membership } from '@quire/access'
import type { uploadOperations } from '@quire/contracts'
import { badRequest, callerDisconnected, conflict, done, type IncomingBytes, type Input, prepared } from '@quire/kit'
import type { StorageContext } from '../context.ts'
import { blobName } from '../files/blobs.ts'
import { contentTypeOf, maxSniffedBytes } from '../files/content-type.ts'
import { outOfRoom } from '../files/disk.ts'
import { streamOf } from '../files/spool.ts'
import { noUpload } from './upload-addresses.ts'
import { requireType } from './upload-kinds.ts'

type Upload = StorageContext & Input<typeof uploadOperations.uploadFile>

/** Upper bound for the files stored under one address, apart from concurrent uploads. */
const maxBlobs = 3

/**
 * Receives the file of an upload. The bytes are spooled to a file while they arrive, then copied to the blob store, so
 * memory holds one piece at a time. Sending the same file again succeeds; another file is 409.
 */
export const receiveUpload = prepared(
  async (context: Upload) => {
    const { deps, body, params, signal } = context
    const upload = await openAnnounced(context, deps.uploads.idIn(params.uploadToken, deps.now()))
    if (body.announced !== undefined && body.announced < upload.size) throw tooFew(upload.size, body.announced)
    await deps.uploads.requireRoom(upload.size)
    await using spool = await deps.uploads.spool()
    const received = await spooled(spool, body, upload.size).catch((error) => {
      throw signal.aborted ? callerDisconnected() : error
    })
    if (received.size < upload.size) throw tooFew(upload.size, received.size)
    requireType(upload.kind, upload.name, await contentTypeOf(upload.name, received.beginning, received.isWhole))
    const { size, sha256 } = received
    const file = { sha256, size, open: () => streamOf(spool, 0, size) }
    await requireFew(context, blobName(upload.id, sha256), upload.id)
    return { id: upload.id, blob: await outOfRoom(() => deps.uploads.blobs.putFile(upload.id, file)) }
  },
  async ({ sql }, { id, blob }) => {
    const row = await sql
      .updateTable('upload')
      .set({ blob })
      .where('id', '=', id)
      .where('swept', '=', false)
      .where((where) => where.or([where('blob', 'is', null), where('blob', '=', blob)]))
      .returning('id')
      .executeTakeFirst()
    if (!row) throw anotherFile()
    return done()
  },
)

const anotherFile = () => conflict('Another file was uploaded to this address: ask for a new one.')

/** Throws 409 for one file too many: abandoned and rejected files stay in the blob store until the upload is swept. */
async function requireFew({ deps }: Upload, blob: string, id: string): Promise<void> {
  const stored = await deps.uploads.blobs.list(id, '', maxBlobs)
  // A file that is being written has the final name and a suffix.
  const isSame = (one: string) => one === blob || one.startsWith(`${blob}.`)
  if (stored.length === maxBlobs && !stored.some((one) => isSame(one.blob))) throw anotherFile()
}

/** Finds an announced upload whose person is still a member. Throws 404. */
async function openAnnounced({ sql, deps }: Upload, id: string) {
  const upload = await sql
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('swept', '=', false)
    .executeTakeFirst()
  if (!upload) throw noUpload()
  const ids = { userId: upload.user_id, organizationId: upload.organization_id }
  const member = await membership(sql, ids, deps.isBarred)
  if (member?.id !== upload.member_id || member.disabled) throw noUpload()
  return upload
}

const tooFew = (announced: number, came: number) =>
  badRequest('body', `${announced} bytes were announced, and ${came} came`)

async function spooled(spool: FileHandle, body: IncomingBytes, maxBytes: number) {
  const hash = createHash('sha256')
  const beginning: Buffer[] = []
  let size = 0
  for await (const piece of body.pieces(maxBytes)) {
    if (size < maxSniffedBytes) beginning.push(piece)
    size += piece.length
    hash.update(piece)
    await outOfRoom(() => spool.writeFile(piece))
  }
  const bytes = Buffer.concat(beginning)
  return { size, sha256: hash.digest('hex'), beginning: bytes, isWhole: bytes.length === size }
}
