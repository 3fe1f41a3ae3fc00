import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { withInstallation } from '@quire/backup'
import {
  createDatabase,
  databaseOwners,
  dropDatabase,
  keysOf,
  type ServiceName,
  services,
  testBackends,
} from '@quire/embedded'
import { createWorld } from '@quire/world'
import { type Bucket, openBucket } from '@quire/world/bucket'
import { apiOf } from './support/api-client.ts'
import { backupFolder, bring, commandOn, rowsOf, save } from './support/backups.ts'
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
  for (const owner of databaseOwners) await dropDatabase(postgresUrl, nameOf(owner))
})

type Settings = Record<string, string>

/** What the commands do with these settings alone. */
const saved = (name: string, settings: Settings) =>
  withInstallation(commandOn(settings, false), (installation) => save(installation, backups.pathOf(name)))
const restored = (path: string, settings: Settings) =>
  withInstallation(commandOn(settings, true), (installation) => bring(installation, path, { passphrase: 'fixture' }))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const { postgresUrl } = testBackends()
const nameOf = (owner: string) => `moving_${process.pid}_${owner}`
const secretsScript = fileURLToPath(new URL('../../deploy/docker/secrets.ts', import.meta.url))

/** The volumes of compose, with a folder of secrets for each service; the databases are on the server of the tests. */
async function containers(): Promise<Settings> {
  const [SECRETS_DIR, DATA_DIR] = [backups.pathOf('secrets'), backups.pathOf('files')]
  for (const owner of databaseOwners) {
    const url = await createDatabase(postgresUrl, { name: nameOf(owner), password: 'moving' })
    mkdirSync(join(SECRETS_DIR, owner), { recursive: true })
    writeFileSync(join(SECRETS_DIR, owner, 'service.env'), `DATABASE_URL=${url}\n`)
  }
  const { NODE_OPTIONS: _, ...env } = process.env
  execFileSync(process.execPath, [secretsScript, SECRETS_DIR], { env, stdio: 'ignore' })
  return { SECRETS_DIR, DATA_DIR }
}

/** The keys that the services find in their folders. */
const keysInContainers = ({ SECRETS_DIR = '' }: Settings) =>
  services.map((service) => {
    const files = readdirSync(join(SECRETS_DIR, service)).filter((file) => /\.(?:key|pem)$/.test(file))
    return [service, files.map((file) => [file, readFileSync(join(SECRETS_DIR, service, file), 'utf8')])]
  })

test('an installation moves from the embedded servers to containers, to others and a bucket, is used there, and moves back with every row, file and key', async () => {
  const embedded = { DATA_DIR: backups.pathOf('embedded') }
  await restored(fixture, embedded)
  // Several pieces, of which each has other bytes.
  const older = Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at / 1000) % 251))
  const atFirst = await withInstallation(commandOn(embedded, false), async (installation) => {
    const { rows } = await withDatabases({ databases: installation.databaseUrls }, ({ content }) =>
      content.query('select store from revision limit 1'),
    )
    await installation.files.put(rows[0].store, older)
    return save(installation, backups.pathOf('away'))
  })

  const inContainers = await containers()
  await restored(backups.pathOf('away'), inContainers)
  expect(rowsOf(await saved('on', inContainers))).toEqual(rowsOf(atFirst))
  const embeddedKeys = (service: ServiceName) =>
    keysOf[service].toSorted().map((file) => [file, readFileSync(join(embedded.DATA_DIR, 'secrets', file), 'utf8')])
  expect(keysInContainers(inContainers)).toEqual(services.map((service) => [service, embeddedKeys(service)]))

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
      await restored(backups.pathOf('on'), outside)
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
