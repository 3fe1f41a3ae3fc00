import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { administer } from '@quire/identity'
import { createWorld, type Person, type World } from '@quire/world'
import pg from 'pg'
import { type Api, apiOf } from './support/api-client.ts'
import { included, serveArchive } from './support/archives.ts'
import { backupFolder, bring, runningInstallation, save } from './support/backups.ts'
import { services } from './support/copies.ts'
import { publishedInsights, sampleOf } from './support/published-insights.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { indexed, reading, settled, systemOf, withDatabases } from './support/system-databases.ts'

const [pageView = {}] = publishedInsights().eventTypes

let world: World
let api: Api
let archive: Awaited<ReturnType<typeof serveArchive>>
let backups: Awaited<ReturnType<typeof backupFolder>>
let ada: Person
let bea: Person
/** The organization that is deleted, and a neighbour with the same administrator and another. */
let acme: SeededOrganization
let globex: SeededOrganization
/** The tables with rows of the first, when it was saved. */
let saved: string[]
beforeAll(async () => {
  archive = await serveArchive(included)
  backups = await backupFolder()
  world = await createWorld({ env: { OUTBOUND_ALLOW: archive.allow } })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  bea = await world.person('bea@example.com', 'Bea Bell')
  acme = await seed(api, ada, 'Acme', archive.url, world)
  globex = await seed(api, bea, 'Globex')
  for (const [{ organizationId, siteId }, { token }] of [
    [acme, ada],
    [globex, bea],
  ] as const) {
    const params = { organizationId, siteId }
    await api.made('updateSiteById', token, {
      params,
      body: { hostname: null, basename: `docs-${organizationId.toLowerCase()}` },
    })
    await api.made('publishSite', token, { params })
    await api.made('trackEventsInSiteById', token, { params, body: { events: [sampleOf(pageView)] } })
    // Who asks for links has them collected, which content does by itself within a minute.
    const { items } = await api.made('listSpacesInOrganizationById', token, { params })
    for (const { id: spaceId } of items) await api.made('listSpaceLinks', token, { params: { spaceId } })
  }
  await settled(systemOf(world))
  await indexed(systemOf(world))
  saved = await left(acme)
  await save(await runningInstallation(world), backups.pathOf('before'))
})
afterAll(async () => {
  await world?.close()
  await archive?.close()
  await backups?.remove()
})

/** Runs a command as the operator does; returns the lines that it prints. */
async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const env = { ...world.env, DATABASE_URL: world.services.identity.foundation.config.DATABASE_URL }
  await administer(env, args, (line) => lines.push(line))
  return lines
}

const inDatabases = <Result>(work: Parameters<typeof withDatabases<Result>>[1]) => withDatabases(systemOf(world), work)

/** What may hold an id of an organization that is gone: events and replies until their time is over, and the deletion itself. */
const retained = ['outbox', 'projected', 'idempotency_key', 'deleted_organization', 'removed_member']

/** The tables with rows that name one of the organization's things; an event of no organization records the deletion. */
const left = (organization: SeededOrganization) =>
  inDatabases(async (databases) => {
    const { userId: _, tokenId: __, emailDomain: ___, ...things } = organization
    const ids = Object.values(things).filter((id) => /^[0-9A-Za-z]{20,}$/.test(id))
    const found: string[] = []
    for (const name of services) {
      const { rows } = await databases[name].query(
        `select table_name as name from information_schema.tables
         where table_schema = 'public' and table_name <> all($1)`,
        [retained],
      )
      for (const table of rows) {
        const { rows: present } = await databases[name].query(
          `select count(*)::int as rows from "${table.name}" t where exists (
             select from unnest($1::text[]) id where t::text like '%' || id || '%')`,
          [ids],
        )
        if (present[0].rows > 0) found.push(`${name}.${table.name}: ${present[0].rows}`)
      }
    }
    return found.sort()
  })

/** The number of files in the stores of an organization's spaces, which are known before it is deleted. */
const storesOf = (organizationId: string) =>
  inDatabases(async ({ content }) => {
    const { rows } = await content.query(
      'select store from space where organization_id = $1 union select id from upload where organization_id = $1',
      [organizationId],
    )
    return rows.map(({ store }) => join(world.env.DATA_DIR ?? '', 'blobs', 'stores', store))
  })
const filesIn = (folders: string[]) => folders.flatMap((one) => (existsSync(one) ? readdirSync(one) : [])).length

/** The statuses that somebody gets who reads the organization in every service, as a member and as a visitor. */
async function readingOf(
  { organizationId, spaceId, siteId, token, responseId: _, ...other }: SeededOrganization,
  by: Person,
) {
  const params = { organizationId, spaceId, siteId, token, ...other }
  const sent = (id: string, more: object = {}) => api.send(id, by.token, { params, ...more })
  const statuses = await Promise.all([
    sent('getOrganizationById'),
    sent('getSpaceById'),
    sent('listCollectionsInOrganizationById'),
    sent('getSiteById'),
    sent('getPageById'),
    sent('askInOrganization', { body: { query: 'How do I turn the crank?' } }),
    sent('downloadFile'),
  ])
  const visit = await fetch(`${world.gateways[0]}/sites/docs-${organizationId.toLowerCase()}/`)
  return [...statuses, visit].map(({ status }) => status)
}

/** Lets the minute pass that services wait before they purge. */
const endGrace = () =>
  inDatabases(async ({ content, sites, ai }) => {
    for (const one of [content, sites, ai])
      await one.query(`update deleted_organization set noticed_at = now() - interval '1 hour'`)
  })

test('a deleted organization is closed at once, and all of its data is deleted in every service, but for what others have', async () => {
  const [own, others] = [await storesOf(acme.organizationId), await storesOf(globex.organizationId)]
  expect([filesIn(own), filesIn(others)]).toEqual([expect.any(Number), expect.any(Number)])
  const [files, neighbour] = [filesIn(others), await left(globex)]
  expect(filesIn(own)).toBeGreaterThan(0)
  expect(saved.length).toBeGreaterThan(40)
  expect(saved.join()).toMatch(/content\.import_run.*sites\.site_event/)
  expect(await readingOf(acme, ada)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])

  // A request that began before the deletion, and holds a lock that the purge needs.
  const late = new pg.Client({ connectionString: world.services.content.foundation.config.DATABASE_URL })
  late.on('error', () => undefined)
  await late.connect()
  try {
    await late.query('begin')
    await late.query(
      `insert into glossary_entry (id, organization_id, translations, created_at, updated_at)
       values ('late', $1, '{}', now(), now())`,
      [acme.organizationId],
    )
    await late.query('select from collection where id = $1 for update', [acme.collectionId])

    await inDatabases(({ identity }) =>
      identity.query(
        `insert into "user" (id, display_name, email, vouched_by) values ('vouched', 'V', 'v@x.example', $1)`,
        [acme.organizationId],
      ),
    )
    expect(await admin('organizations', 'delete', acme.organizationId)).toEqual([
      'deleted; nobody has access any more, and its data follow',
    ])
    expect(await readingOf(acme, ada)).toEqual([404, 404, 404, 404, 404, 404, 404, 404])
    expect(await readingOf(globex, bea)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
    await expect(admin('organizations', 'delete', 'absent')).rejects.toThrow('There is no such organization')

    // In the minute of grace nothing is purged.
    await settled(systemOf(world))
    expect(filesIn(own)).toBeGreaterThan(0)
    await endGrace()
    const isHalfway = async () => {
      const tables = await left(acme)
      return (
        tables.some((one) => one.startsWith('content.collection:')) &&
        !tables.some((one) => one.startsWith('content.space:'))
      )
    }
    expect(await reading(systemOf(world), isHalfway)).toBe(true)
    await world.restart('content')
    const [halfway = ''] = await admin('organizations', 'deleted')
    expect(JSON.parse(halfway)).toMatchObject({
      id: acme.organizationId,
      isComplete: false,
      purgedAt: { content: null },
    })
    await late.query('commit')
  } finally {
    await late.end()
  }

  const isComplete = async () => JSON.parse((await admin('organizations', 'deleted'))[0] ?? '{}').isComplete === true
  expect(await reading(systemOf(world), isComplete)).toBe(true)
  await settled(systemOf(world))
  // A file may still arrive at the addresses of uploads for an hour.
  expect(await left(acme)).toEqual(['content.upload: 2', 'identity.audit_event: 1', 'identity.user: 1'])
  expect([filesIn(own), filesIn(others)]).toEqual([0, files])
  expect(await left(globex)).toEqual(neighbour)
  expect(await readingOf(globex, bea)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
  const { rows } = await inDatabases(({ identity }) =>
    identity.query(
      'select action, organization_id, target_id, target_label from audit_event where organization_id is null',
    ),
  )
  expect(rows).toContainEqual({
    ...{ action: 'deleteOrganization', organization_id: null, target_id: acme.organizationId, target_label: 'Acme' },
  })
  const { rows: vouched } = await inDatabases(({ identity }) =>
    identity.query(`select vouched_by from "user" where id = 'vouched'`),
  )
  expect(vouched).toEqual([{ vouched_by: acme.organizationId }])
})

test('a backup from before the deletion brings all of it back, onto the stream that holds the deletion', async () => {
  await world.restartAll(async () => {
    await bring(await runningInstallation(world), backups.pathOf('before'), { mayReplace: true })
    // As if a service had noticed the deletion long ago: identity does not confirm it any more.
    await inDatabases(async ({ content, sites, ai }) => {
      for (const one of [content, sites, ai])
        await one.query(`insert into deleted_organization (id, noticed_at) values ($1, now() - interval '1 hour')`, [
          acme.organizationId,
        ])
    })
  })
  const isWithdrawn = () =>
    inDatabases(async (databases) => {
      const all = await Promise.all(services.map((name) => databases[name].query('select from deleted_organization')))
      return all.every(({ rowCount }) => rowCount === 0)
    })
  expect(await reading(systemOf(world), isWithdrawn)).toBe(true)
  await settled(systemOf(world))
  expect(await left(acme)).toEqual(saved)
  expect(await readingOf(acme, ada)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
})
