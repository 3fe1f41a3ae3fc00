import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { keysInFolder, type Manifest } from '@quire/backup'
import { examine, type Finding, scrub, withSubject } from '@quire/doctor'
import { administer, startIdentity } from '@quire/identity'
import { createWorld, type World } from '@quire/world'
import { fromBufferPromise } from 'yauzl'
import { type Api, apiOf } from './support/api-client.ts'
import { packed } from './support/archives.ts'
import { backupFolder, bring, installationOf, runningInstallation, save } from './support/backups.ts'
import { subjectOf } from './support/doctor-subject.ts'
import { indexed, systemOf, withDatabases } from './support/system-databases.ts'

type Environments = Parameters<typeof installationOf>[0]

const picture = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))

let world: World
let api: Api
let backups: Awaited<ReturnType<typeof backupFolder>>
let token: string
let ids: Record<'organizationId' | 'spaceId' | 'siteId' | 'fileId', string>
/** Titles of collections that were acknowledged before the backup began, and of all. */
const titles = { before: [] as string[], all: [] as string[] }

/** Makes an organization with a page, a file and a public site, and saves it while somebody goes on writing. */
beforeAll(async () => {
  backups = await backupFolder()
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  token = (await world.person('ada@example.com', 'Ada')).token
  const { id: organizationId } = await api.made('createOrganization', token, { body: { title: 'Zoo' } })
  const { id: spaceId } = await api.made('createSpace', token, { params: { organizationId }, body: { title: 'Guide' } })
  const { id: changeRequestId } = await api.made('createChangeRequest', token, { params: { spaceId }, body: {} })
  const changes = [
    { operation: 'insert_page', title: 'Giraffes', document: { markdown: 'They are tall.' } },
    { operation: 'insert_files', files: [{ name: 'neck.bin', base64: picture.toString('base64') }] },
  ]
  const at = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', token, { params: at, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', token, { params: at })
  const body = { spaces: [spaceId] }
  const { id: siteId } = await api.made('createSite', token, { params: { organizationId }, body })
  const params = { organizationId, siteId }
  await api.made('updateSiteById', token, { params, body: { visibility: 'public' } })
  await api.made('publishSite', token, { params })
  const files = await api.made('listFiles', token, { params: { spaceId } })
  ids = { organizationId, spaceId, siteId, fileId: files.items[0].id }
  await whileWriting(async () => {
    await save(await runningInstallation(world), backups.pathOf('one'))
  })
})
afterAll(async () => {
  await world?.close()
  await backups?.remove()
})

/** Makes collections, one after another, before `work` and until it is done. */
async function whileWriting(work: () => Promise<void>): Promise<void> {
  let isDone = false
  const write = async () => {
    const title = `Collection ${titles.all.length}`
    const { organizationId } = ids
    await api.made('createCollection', token, { params: { organizationId }, body: { title } })
    titles.all.push(title)
  }
  await write()
  titles.before = [...titles.all]
  const writing = (async () => {
    while (!isDone) await write()
  })()
  await work().finally(() => {
    isDone = true
  })
  await writing
}

test('what was saved while people wrote is there in another installation, for those who had it', async () => {
  const restored = await createWorld({
    prepare: async (environments) => {
      await bring(await installationOf(environments), backups.pathOf('one'))
    },
  })
  try {
    const gateway = restored.gateways[0] ?? ''
    const other = apiOf(gateway)
    const { organizationId, spaceId, siteId, fileId } = ids
    const page = await other.send('getPageByPath', token, { params: { spaceId, pagePath: 'giraffes' } })
    expect([page.status, page.body.title]).toEqual([200, 'Giraffes'])
    const { downloadURL } = (await other.send('getFileById', token, { params: { spaceId, fileId } })).body
    const file = await fetch(downloadURL.replace('http://quire.test', gateway))
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(picture))
    const visit = await fetch(`${gateway}/sites/${siteId}/giraffes`)
    expect([visit.status, await visit.text()]).toEqual([200, expect.stringContaining('They are tall.')])
    const collections = await other.send('listCollectionsInOrganizationById', token, {
      params: { organizationId },
      query: { limit: '1000' },
    })
    const found: string[] = collections.body.items.map(({ title }: { title: string }) => title)
    expect(found.filter((title) => titles.before.includes(title))).toEqual(titles.before)
    expect(titles.all).toEqual(expect.arrayContaining(found))
    const stranger = (await restored.person('eve@example.com', 'Eve')).token
    expect((await other.send('getSpaceById', stranger, { params: { spaceId } })).status).toBe(404)
    // Sites and ai have learned of the space from content again.
    const search = await other.send('searchOrganizationContent', token, {
      params: { organizationId },
      query: { query: 'tall' },
    })
    expect(search.body.items.map(({ title }: { title: string }) => title)).toEqual(['Guide'])
    const change = await other.send('updateSpaceById', token, { params: { spaceId }, body: { title: 'Manual' } })
    expect(change.status).toBe(200)
  } finally {
    await restored.close()
  }
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An installation without anybody, whose services have not started; `work` may restore into it. */
async function empty(work: (environments: Environments) => Promise<void>): Promise<void> {
  const stop = new Error('nothing has to start')
  const prepare = async (environments: Environments) => {
    await work(environments)
    throw stop
  }
  await createWorld({ prepare }).catch((error) => {
    if (error !== stop) throw error
  })
}

test('while a restore is not finished no service starts, and running it again finishes it', async () => {
  await empty(async (environments) => {
    const installation = await installationOf(environments)
    const stopping = new AbortController()
    const putFile: typeof installation.files.putFile = async (...given) => {
      stopping.abort(new Error('Interrupted.'))
      return installation.files.putFile(...given)
    }
    const interrupted = { ...installation, files: { ...installation.files, putFile } }
    const { signal } = stopping
    await expect(bring(interrupted, backups.pathOf('one'), { signal })).rejects.toThrow('Interrupted.')
    await expect(startIdentity(environments.identity)).rejects.toThrow('A restore into this database has not finished')
    const { files: stored } = await bring(installation, backups.pathOf('one'))
    expect(stored.count).toBe(1)
    await (await startIdentity(environments.identity)).close()
  })
})

/** A backup with another manifest. */
async function withManifest(backup: Buffer, change: (manifest: Manifest) => object): Promise<Buffer> {
  const zip = await fromBufferPromise(backup, { lazyEntries: true })
  const entries: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  const manifest = JSON.parse(String(entries['manifest.json']))
  return packed({ ...entries, 'manifest.json': JSON.stringify(change(manifest)) })
}

test('a backup that is damaged, not whole or of a newer version changes nothing, nor where its keys cannot be written', async () => {
  const whole = await readFile(backups.pathOf('one'))
  const damaged = Buffer.from(whole)
  const at = damaged.indexOf(picture.subarray(0, 100))
  damaged[at + 50] = (damaged[at + 50] ?? 0) ^ 1
  await writeFile(backups.pathOf('damaged'), damaged)
  await save(await runningInstallation(world), backups.pathOf('open'))
  const open = await readFile(backups.pathOf('open'))
  const inKey = open.indexOf('PRIVATE KEY-----') + 40
  open[inKey] = open.toString('latin1', inKey, inKey + 1) === 'A' ? 66 : 65
  await writeFile(backups.pathOf('other-key'), open)
  await writeFile(backups.pathOf('half'), whole.subarray(0, whole.length / 2))
  await writeFile(backups.pathOf('text'), 'no backup')
  await writeFile(
    backups.pathOf('newer'),
    await withManifest(whole, (manifest) => ({
      ...manifest,
      madeBy: '9.1.0',
      databases: { ...manifest.databases, ai: { ...manifest.databases.ai, migrations: ['Ai9999'] } },
    })),
  )
  const otherFormat = await withManifest(whole, (manifest) => ({ ...manifest, madeBy: '9.1.0', format: 2 }))
  await writeFile(backups.pathOf('other-format'), otherFormat)
  await writeFile(backups.pathOf('silent'), await withManifest(whole, ({ madeBy: _, ...older }) => older))
  await empty(async (environments) => {
    const installation = await installationOf(environments)
    const refusal = (name: string) =>
      bring(installation, backups.pathOf(name)).then(
        () => 'restored',
        ({ message }: Error) => message,
      )
    expect(await refusal('damaged')).toMatch(/^The backup is damaged: files\//)
    expect(await refusal('other-key')).toMatch(/^The backup is damaged: keys.json/)
    expect(await refusal('half')).toMatch(/is no backup, or was not written to its end/)
    expect(await refusal('text')).toMatch(/is no backup/)
    expect(await refusal('newer')).toMatch(/^The backup is of a newer version: .* It was made by Quire 9\.[\d.]+\. /)
    expect(await refusal('other-format')).toMatch(/does not know the format of the backup\. It was made by Quire 9\./)
    const readOnly = { ...installation, keys: keysInFolder('/dev/null/keys') }
    await expect(bring(readOnly, backups.pathOf('one'))).rejects.toThrow('The keys cannot be restored into')
    expect((await bring(installation, backups.pathOf('silent'))).madeBy).toBeUndefined()
    await (await startIdentity(environments.identity)).close()
  })
})

test('an installation that has organizations, or runs, is not replaced by accident', async () => {
  const installation = await runningInstallation(world)
  const path = backups.pathOf('one')
  await expect(bring(installation, path)).rejects.toThrow('Stop the services first')
  await empty(async (environments) => {
    const target = await installationOf(environments)
    await withDatabases({ databases: target.databaseUrls }, ({ identity }) =>
      identity.query(`insert into organization (id, title, created_at) values ('zoo', 'Zoo', now())`),
    )
    await expect(bring(target, path)).rejects.toThrow('--replace')
    expect((await bring(target, path, { mayReplace: true })).files.count).toBe(1)
  })
})

test('the doctor finds nothing wrong in an installation that works, and names what is wrong in one that does not', async () => {
  const subject = subjectOf(world)
  const problemsIn = (findings: Finding[]) =>
    findings.filter(({ level }) => level === 'problem').map(({ part, text, todo }) => `${part}: ${text} ${todo}`)
  const found = await examine(subject)
  expect(problemsIn(found)).toEqual([])
  expect(found.filter(({ part }) => part === 'Message bus').map(({ level }) => level)).toContain('fine')
  await withDatabases(systemOf(world), ({ sites }) =>
    sites.query(`insert into dead_letter (sequence, envelope, error) values (1, '{}', 'no such space')`),
  )
  await withDatabases(systemOf(world), ({ identity }) =>
    identity.query(`update audit_event set at = now() - interval '1 hour'`),
  )
  await withDatabases(systemOf(world), ({ identity }) =>
    identity.query(`
      insert into mail (id, recipient, subject, body, created_at, try_at, last_error) values
        ('given-up', 'adda@example.com', '', '', now() - interval '20 days', 'infinity', '550 no such user'),
        ('waiting', 'ada@example.com', '', '', now() - interval '2 hours', now() + interval '1 hour', '421 later')`),
  )
  const { ai, content, identity } = subject.environments
  subject.environments.identity = { ...identity, AUDIT_FILE: '/nowhere/audit' }
  subject.environments.ai = { ...ai, DATABASE_URL: ai.DATABASE_URL?.replace(/[^/]+$/, 'nowhere'), RATE_LIMTI: '5' }
  subject.environments.content = { ...content, BLOBS_S3_ENDPOINT: 'https://storage.example' }
  const broken = await examine(subject)
  expect(problemsIn(broken)).toEqual([
    expect.stringContaining('Configuration: BLOBS_S3_BUCKET: must be set where BLOBS_S3_ENDPOINT is'),
    expect.stringContaining(
      'Database of sites: 1 dead letters, the last one: no such space Fix the cause, then npm run',
    ),
    expect.stringContaining('Database of ai: database "nowhere" does not exist Look whether PostgreSQL runs at'),
  ])
  const texts = broken.map(({ text }) => text)
  expect(texts).toContain('RATE_LIMTI: is not a setting; did you mean RATE_LIMIT?')
  // One that was given up waits for nothing.
  expect(texts.filter((text) => text.includes(' mails '))).toEqual([
    '1 mails wait, the oldest for 2 h: 421 later',
    '1 mails of the last 30 days were given up, the last one: 550 no such user',
  ])
  expect(texts).toContainEqual(expect.stringMatching(/^\d+ audit events wait to be streamed, the oldest for \d+ min$/))
})

test('the figures of the operator count what is in all databases, and the bytes of files', async () => {
  const system = systemOf(world)
  await indexed(system)
  const addresses = Object.entries(system.databases).map(([name, url]) => [`DATABASE_URL_${name.toUpperCase()}`, url])
  const lines: string[] = []
  await administer({ ...world.env, ...Object.fromEntries(addresses) }, ['figures', '--json'], (line) =>
    lines.push(line),
  )
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...{
        people: 1,
        organizations: 1,
        spaces: 1,
        pages: 1,
        sites: 1,
        fileBytes: picture.length,
        estimated: ['pages'],
      },
      databaseBytes: Object.fromEntries(Object.keys(system.databases).map((name) => [name, expect.any(Number)])),
    },
  ])
})

test('the doctor looks at the settings that it is given while Quire is stopped, and at those of the services while it runs', async () => {
  const folder = join(world.env.DATA_DIR ?? '', 'examined')
  await mkdir(folder)
  const env = { ...process.env, DATA_DIR: folder, HOST: '0.0.0.0', INSIGHTS: 'perhaps' }
  const finding = { env, terminal: { line: () => undefined } as never, signal: AbortSignal.timeout(60_000) }
  const texts = async () => (await withSubject(finding, examine)).map(({ text }) => text).join('\n')
  expect(await texts()).toMatch(
    /^HOST: 0\.0\.0\.0 lets other machines in[\s\S]*\nINSIGHTS: must be .* \(it is "perhaps"\)/,
  )
  const { pid } = process
  const names = ['gateway', 'identity', 'content', 'sites', 'ai']
  const services = Object.fromEntries(names.map((name) => [name, { pid, script: 'node', env: {} }]))
  const runtime = { supervisor: { pid, script: 'node' }, publicUrl: 'http://127.0.0.1', services }
  await writeFile(join(folder, 'runtime.json'), JSON.stringify(runtime))
  expect(await texts()).not.toMatch(/0\.0\.0\.0|perhaps/)
})

test('a file that is damaged when it is saved is named, and does not keep the rest from being restored', async () => {
  const { rows } = await withDatabases(systemOf(world), ({ content }) =>
    content.query('select store from space where id = $1', [ids.spaceId]),
  )
  const blob = `${rows[0].store}/${hashOf(picture)}`
  const path = join(world.env.DATA_DIR ?? '', 'blobs', 'stores', blob)
  await writeFile(path, 'something else')
  const saved = await save(await runningInstallation(world), backups.pathOf('rotten')).finally(() =>
    writeFile(path, picture),
  )
  expect(saved.files).toMatchObject({ count: 1, damaged: [blob] })
  await empty(async (environments) => {
    const target = await installationOf(environments)
    await bring(target, backups.pathOf('rotten'))
    expect(await target.files.open(blob)).toBeUndefined()
    await (await startIdentity(environments.identity)).close()
  })
})

test('a scrub names damaged and missing files, with the spaces that have them', async () => {
  const { databaseUrls, files } = await runningInstallation(world)
  const check = () =>
    scrub({
      ...{ databaseUrl: databaseUrls.content, files },
      progress: { part: () => ({ add: () => undefined, end: () => undefined }) },
      signal: new AbortController().signal,
    })
  expect(await check()).toEqual({ files: 1, bytes: picture.length, hits: [], found: 0 })
  const { rows } = await withDatabases(systemOf(world), ({ content }) =>
    content.query('select store from space where id = $1', [ids.spaceId]),
  )
  const blob = `${rows[0].store}/${hashOf(picture)}`
  const path = join(world.env.DATA_DIR ?? '', 'blobs', 'stores', blob)
  const named = {
    blob,
    names: [{ id: ids.fileId, name: 'neck.bin' }],
    spaces: [{ id: ids.spaceId, organizationId: ids.organizationId, title: 'Guide' }],
  }
  await writeFile(path, 'something else')
  expect((await check()).hits).toEqual([{ ...named, fault: 'is damaged: its bytes have another hash' }])
  await rm(path)
  expect(await check()).toEqual({ files: 0, bytes: 0, hits: [{ ...named, fault: 'is missing' }], found: 1 })
})
