import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

const megabyte = 1024 ** 2
let world: World
let source: ArchiveSource
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host, IMPORT_MAX_BYTES: String(megabyte) })
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

const announce = (size: number, kind = 'import_file', name = 'docs.zip') =>
  world.send('generateStorageUploadURL', { body: { file: { name, size, type: '' }, kind } })

test('IMPORT_MAX_BYTES bounds what is uploaded for an import and what is fetched, and no font', async () => {
  expect((await announce(megabyte)).status).toBe(201)
  const { status, body } = await announce(megabyte + 1)
  expect([status, body.error.message]).toEqual([400, `body.file.size: must be ${megabyte} bytes at most`])
  expect((await announce(2 * megabyte, 'customization_font', 'a.woff2')).status).toBe(201)
  const { id } = await world.makeSpace()
  const archive = await zip({ 'README.md': '# Home', 'a.bin': Buffer.alloc(megabyte) }, { compress: false })
  source.serve(archive)
  const fetched = await world.send('importContent', { params: { spaceId: id }, body: source.body })
  expect([fetched.status, fetched.body.error.message]).toEqual([
    400,
    `body.url: could not be fetched: it is larger than ${megabyte} bytes`,
  ])
})

test('a disk with too little room refuses uploads before they are sent, and imports, and nothing of them is left', async () => {
  const { id } = await world.makeSpace()
  const { body: address } = await announce(1000)
  world.test.env.DISK_RESERVE_BYTES = String(2 ** 52)
  await world.test.restart()
  const refusal = [507, expect.stringMatching(/^The disk of the server has no room for \d+ bytes: send less, or ask /)]
  const announced = await announce(1000)
  expect([announced.status, announced.body.error.message]).toEqual(refusal)
  const params = { uploadToken: String(address.url).split('/').at(-1) ?? '' }
  const nobody = { kind: 'none', scope: 'full' } as const
  const sent = await world.send('uploadFile', { as: nobody, params, body: new Uint8Array(1000) })
  expect([sent.status, sent.body.error.message]).toEqual(refusal)
  source.serve(await zip({ 'README.md': '# Home', 'a.bin': 'a' }))
  const fetched = await world.send('importContent', { params: { spaceId: id }, body: source.body })
  expect([fetched.status, fetched.body.error.message]).toEqual(refusal)
  const changeRequest = await world.makeChangeRequest(id)
  const files = [{ name: 'a.txt', base64: 'YQ==' }]
  const inserted = await world.send('updateChangeRequestContent', {
    params: { spaceId: id, changeRequestId: changeRequest.id },
    query: { compat: 'false' },
    body: { changes: [{ operation: 'insert_files', files }] },
  })
  expect([inserted.status, inserted.body.error.message]).toEqual(refusal)
  const specification = await world.send('createOpenAPISpec', { body: { slug: 'zoo', source: { text: '{}' } } })
  expect([specification.status, specification.body.error.message]).toEqual(refusal)
  expect((await world.send('listPages', { params: { spaceId: id } })).body.pages).toEqual([])
  for (const folder of ['imports', 'blobs']) expect(await readdir(join(world.folder, folder))).toEqual([])
  const at = (path: string) => fetch(`http://127.0.0.1:${world.test.service.port}${path}`)
  const ready = await at('/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ status: 'limited' })])
  const metrics = await (await at('/metrics')).text()
  expect(metrics).toMatch(/^quire_part_up\{part="storage",service="content"\} 0$/m)
  for (const folder of ['blobs', 'imports', 'pdf']) {
    const [, free] =
      new RegExp(`^quire_disk_free_bytes\\{folder="${folder}",service="content"\\} (\\S+)$`, 'm').exec(metrics) ?? []
    const [, total] =
      new RegExp(`^quire_disk_total_bytes\\{folder="${folder}",service="content"\\} (\\S+)$`, 'm').exec(metrics) ?? []
    expect([Number(free) > 0, Number(total) >= Number(free)]).toEqual([true, true])
  }
})
