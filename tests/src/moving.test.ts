import { createHash } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Manifest, withInstallation } from '@quire/backup'
import { createWorld } from '@quire/world'
import { type Bucket, openBucket } from '@quire/world/bucket'
import { apiOf } from './support/api-client.ts'
import { backupFolder, bring, save } from './support/backups.ts'
import { withDatabases } from './support/system-databases.ts'

const fixture = fileURLToPath(new URL('../fixtures/quire-0.1.0.backup', import.meta.url))
const credentials = { AWS_ACCESS_KEY_ID: 'moving', AWS_SECRET_ACCESS_KEY: 'moving' }

let bucket: Bucket
let backups: Awaited<ReturnType<typeof backupFolder>>
const before = { ...process.env }
beforeAll(async () => {
  bucket = await openBucket()
  backups = await backupFolder()
  // The embedded server runs as another user, who has to pass.
  await chmod(backups.pathOf('.'), 0o711)
  Object.assign(process.env, credentials)
})
afterAll(async () => {
  for (const name of Object.keys(credentials)) delete process.env[name]
  Object.assign(process.env, before)
  bucket?.close()
  await backups?.remove()
})

type Settings = Record<string, string>
const finding = (env: Settings, isAlone: boolean) => ({
  ...{ env, isAlone, signal: AbortSignal.timeout(240_000) },
  terminal: { line: () => undefined } as never,
})

/** What the commands do with these settings alone. */
const saved = (name: string, settings: Settings) =>
  withInstallation(finding(settings, false), (installation) => save(installation, backups.pathOf(name)))
const restored = (path: string, settings: Settings) =>
  withInstallation(finding(settings, true), (installation) => bring(installation, path, { passphrase: 'fixture' }))

/** The tables of all databases by their hashes, without the two that a restore changes. */
const rowsOf = ({ databases, files, keys }: Manifest) => ({
  files,
  keys,
  tables: Object.entries(databases).flatMap(([owner, { tables }]) =>
    tables
      .filter(({ name }) => name !== 'incarnation' && name !== 'projector_position')
      .map(({ name, rows, sha256 }) => ({ owner, name, rows, sha256 })),
  ),
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('an installation moves from the embedded servers to others and a bucket, is used there, and moves back with every row and file', async () => {
  const embedded = { DATA_DIR: backups.pathOf('embedded') }
  await restored(fixture, embedded)
  // Several pieces, of which each has other bytes.
  const older = Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at / 1000) % 251))
  const atFirst = await withInstallation(finding(embedded, false), async (installation) => {
    const { rows } = await withDatabases({ databases: installation.databaseUrls }, ({ content }) =>
      content.query('select store from revision limit 1'),
    )
    await installation.files.put(rows[0].store, older)
    return save(installation, backups.pathOf('away'))
  })

  const bytes = Buffer.alloc(70_000, 'moving')
  const storage = { BLOBS_S3_BUCKET: 'quire', BLOBS_S3_ENDPOINT: bucket.endpoint }
  let outside: Settings = {}
  const world = await createWorld({
    env: { ...storage, ...credentials },
    async prepare({ identity, content, sites, ai }) {
      const [DATA_DIR = '', NATS_URL = ''] = [content.DATA_DIR, content.NATS_URL]
      const urls = Object.entries({ identity, content, sites, ai }).map(([name, { DATABASE_URL = '' }]) => [
        `DATABASE_URL_${name.toUpperCase()}`,
        DATABASE_URL,
      ])
      outside = { ...Object.fromEntries(urls), DATA_DIR, NATS_URL, ...storage }
      await restored(backups.pathOf('away'), outside)
      expect(rowsOf(await saved('there', outside))).toEqual(rowsOf(atFirst))
    },
  })
  try {
    const { made } = apiOf(world.gateways[0] ?? '')
    const { token } = await world.person('ada@example.com', 'Ada Lovelace')
    const [organization] = (await made('listOrganizationsForAuthenticatedUser', token)).items
    const params = { organizationId: organization.id }
    const [space] = (await made('listSpacesInOrganizationById', token, { params })).items
    const { id: changeRequestId } = await made('createChangeRequest', token, {
      params: { spaceId: space.id },
      body: {},
    })
    const at = { spaceId: space.id, changeRequestId }
    const changes = [{ operation: 'insert_files', files: [{ name: 'moved.bin', base64: bytes.toString('base64') }] }]
    await made('updateChangeRequestContent', token, { params: at, query: { compat: 'false' }, body: { changes } })
    await made('mergeChangeRequest', token, { params: at })
    for (const expected of [older, bytes]) {
      const [, object] = [...bucket.objects].find(([key]) => key.endsWith(hashOf(expected))) ?? []
      expect(object && hashOf(object.bytes)).toBe(hashOf(expected))
    }
    const there = await saved('back', outside)
    const back = { DATA_DIR: backups.pathOf('embedded-again') }
    await restored(backups.pathOf('back'), back)
    expect(rowsOf(await saved('again', back))).toEqual(rowsOf(there))
    expect([atFirst.files.count, there.files.count]).toEqual([1, 2])
  } finally {
    await world.close()
  }
}, 240_000)
