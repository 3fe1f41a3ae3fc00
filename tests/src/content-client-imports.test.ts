import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { serveFile } from './support/file-server.ts'
import { publishedReplies } from './support/published-replies.ts'

const [published, later] = [publishedReplies('gitbook-api'), publishedReplies('gitbook-api-authoring')]

let archive: Awaited<ReturnType<typeof serveArchive>>
let site: Awaited<ReturnType<typeof serveFile>>
let world: World
let ada: ReturnType<typeof clientsOf>
let organizationId: string
let spaceId: string
beforeAll(async () => {
  archive = await serveArchive({ 'README.md': '# Start', 'use.md': '# Use' })
  const text = 'Engines turn the crank, and the crank turns the wheel that everything hangs on. '.repeat(5)
  site = await serveFile(
    Buffer.from(
      `<html><head><title>Engines</title></head><body><main><h1>Engines</h1><p>${text}</p></main></body></html>`,
    ),
    'engines.html',
  )
  world = await createWorld({ gateways: 2, env: { OUTBOUND_ALLOW: `${archive.allow},${site.allow}` } })
  const person = await world.person('ada@example.com', 'Ada')
  ada = clientsOf(person, inTurn(world.gateways))
  const made = await apiOf(world.gateways[0] ?? '').made('createOrganization', person.token, {
    body: { title: 'Acme' },
  })
  organizationId = String(made.id)
  spaceId = (await ada.api.orgs.createSpace(organizationId, { title: 'Docs' })).data.id
}, 60_000)
afterAll(async () => {
  await world.close()
  await Promise.all([archive.close(), site.close()])
})

const zip = () => ({ source: ImportContentSource.Zip, url: archive.url })
const titles = async (changeRequest: string) =>
  (await ada.api.spaces.listPagesInChangeRequest(spaceId, changeRequest)).data.pages.map(({ title }) => title)

/** A run as it ended. */
async function ended(id: string) {
  const { connection, subject } = world.services.content.foundation.bus
  const ends = connection.subscribe(subject('import-run-ends'))
  await connection.flush()
  const look = async () => (await ada.authoring.org.getImportRun(organizationId, id)).data
  let run = await look()
  if (run.status === 'pending' || run.status === 'in-progress')
    for await (const one of ends) if (one.json<{ id: string }>().id === id) break
  ends.unsubscribe()
  run = await look()
  expect(later.problems('getImportRun', 200, run)).toEqual([])
  return run
}

test('imports are answered when they are done: live, in a change request, and in a page of either', async () => {
  const { data: live } = await ada.api.spaces.importContent(spaceId, zip())
  expect(live).toEqual({ revision: expect.any(String), importedResources: 2, totalResources: 2 })
  const line = (await ada.api.spaces.createChangeRequest(spaceId, {})).data.id
  const page = (await ada.api.spaces.listPages(spaceId)).data.pages[0]?.id ?? ''
  const results = [
    await ada.api.spaces.importContentInChangeRequest(spaceId, line, zip()),
    await ada.api.spaces.importContentInChangeRequestPageById(spaceId, line, page, zip()),
    await ada.api.spaces.importContentInPageById(spaceId, page, zip()),
  ]
  for (const { status, data } of results) {
    expect(status).toBe(201)
    expect(published.problems('importContentInPageById', 201, data)).toEqual([])
  }
  expect(await titles(line)).toEqual(['Start', 'Use'])
})

test('a run is started, watched and listed; one that ended is not cancelled', async () => {
  const changeRequest = (await ada.api.spaces.createChangeRequest(spaceId, {})).data.id
  const before = (await titles(changeRequest)).length
  const { status, data: started } = await ada.api.org.startImportRun(organizationId, {
    source: { type: 'website', url: site.url },
    target: { space: spaceId, changeRequest },
  })
  expect([status, started.status]).toEqual([201, 'pending'])
  expect(published.problems('startImportRun', 201, started)).toEqual([])
  const run = await ended(started.id)
  expect(run).toMatchObject({ status: 'completed', target: { space: spaceId, changeRequest } })
  expect(run.pages?.map(({ sourceURL }) => sourceURL)).toEqual([site.url])
  expect(await titles(changeRequest)).toHaveLength(before + 1)
  const { data: list } = await ada.authoring.org.listImportRuns(organizationId, { changeRequest, limit: 1 })
  expect(later.problems('listImportRuns', 200, list)).toEqual([])
  expect(list.items.map(({ id }) => id)).toEqual([started.id])
  expect(await statusOf(ada.api.org.cancelImportRun(organizationId, started.id))).toBe(400)
})

test('a run that fails says why', async () => {
  const { data: started } = await ada.api.org.startImportRun(organizationId, {
    source: { type: 'website', url: 'http://127.0.0.1:1/' },
    target: { space: spaceId },
  })
  const { revision } = (await ada.api.spaces.getSpaceById(spaceId)).data as { revision?: string }
  expect(await ended(started.id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('address') })
  expect(((await ada.api.spaces.getSpaceById(spaceId)).data as { revision?: string }).revision).toBe(revision)
})
