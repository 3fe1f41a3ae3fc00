import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { membership } from '@quire/access'
import type { uploadOperations } from '@quire/contracts'
import { badRequest, conflict, done, type IncomingBytes, type Input, nobodyWaits, prepared } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { blobName } from '../files/blobs.ts'
import { contentTypeOf, readAtMost } from '../files/content-type.ts'
import { noUpload } from './addresses.ts'
import { requireType } from './kinds.ts'

type Upload = ContentContext & Input<typeof uploadOperations.uploadFile>

/** What is kept of one address at most, but for what comes at the same time. */
const mostBlobs = 3

/**
 * Takes the file of an upload. The bytes go to a spool while they come, then to the blob store; memory holds a piece of
 * them. Who sends the same file again is answered the same; another one is 409.
 */
export const receiveUpload = prepared(
  async (context: Upload) => {
    const { deps, body, params, signal } = context
    const upload = await openAnnounced(context, deps.uploads.idIn(params.uploadToken, deps.now()))
    if (body.announced !== undefined && body.announced < upload.size) throw tooFew(upload.size, body.announced)
    await using spool = await deps.uploads.spool()
    const received = await spooled(spool, body, upload.size).catch((error) => {
      throw signal.aborted ? nobodyWaits() : error
    })
    if (received.size < upload.size) throw tooFew(upload.size, received.size)
    requireType(upload.kind, upload.name, await contentTypeOf(upload.name, received.beginning, received.isWhole))
    const { size, sha256 } = received
    const file = { sha256, size, open: () => spool.createReadStream({ start: 0, autoClose: false }) }
    await requireFew(context, blobName(upload.id, sha256), upload.id)
    return { id: upload.id, blob: await deps.uploads.blobs.putFile(upload.id, file) }
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

/** Files that nobody waited for, or that came second, stay until the upload is swept: an address takes few of them. */
async function requireFew({ deps }: Upload, blob: string, id: string): Promise<void> {
  const kept = await deps.uploads.blobs.list(id, '', mostBlobs)
  // What is written at this moment has a name that goes on behind that of its file.
  const isSame = (one: string) => one === blob || one.startsWith(`${blob}.`)
  if (kept.length === mostBlobs && !kept.some((one) => isSame(one.blob))) throw anotherFile()
}

/** What was announced, while whoever announced it is a member. */
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

async function spooled(spool: FileHandle, body: IncomingBytes, most: number) {
  const hash = createHash('sha256')
  const beginning: Buffer[] = []
  let size = 0
  for await (const piece of body.pieces(most)) {
    if (size < readAtMost) beginning.push(piece)
    size += piece.length
    hash.update(piece)
    await spool.writeFile(piece)
  }
  const kept = Buffer.concat(beginning)
  return { size, sha256: hash.digest('hex'), beginning: kept, isWhole: kept.length === size }
}
