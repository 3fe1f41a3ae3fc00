import { afterAll, expect, test } from '@jest/globals'
import type { As } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { zip } from '../src/imports/archives.fixture.ts'
import { archiveSource } from './support/archive-source.ts'
import { gitSyncsOf } from './support/git-sync.ts'
import { startGitWorld } from './support/git-world.ts'
import { insertion } from './world.ts'

const source = await archiveSource()
source.serve(await zip({ 'README.md': '# Begin' }))
const { server, world, git, stop } = await startGitWorld([source.host])
afterAll(async () => {
  source.stop()
  await stop()
})

interface Recorded {
  action: string
  source: string
  actor: object
  target: object
  payload: Record<string, unknown>
}

/** The audit events of the work, oldest first. */
async function recordedDuring(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded = async () => {
    const { rows } = await raw<{ state: Recorded }>`select state from audit_event order by at, id`.execute(world.sql())
    return rows.map(({ state }) => state)
  }
  const before = await recorded()
  await work()
  return (await recorded()).slice(before.length)
}
const inShort = (events: Recorded[]) => events.map(({ action, source }) => `${action} by ${source}`)

test('a merge is recorded with what it made live, and one that ends with conflicts is not', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Home } = await world.publish(spaceId, { Home: 'One.' })
  const changing = async (markdown: string) => {
    const { id } = await world.makeChangeRequest(spaceId)
    await world.send('updateChangeRequestById', {
      params: { spaceId, changeRequestId: id },
      body: { subject: `Say ${markdown}` },
    })
    await world.write(spaceId, id, [{ operation: 'update_page', page: Home, document: { markdown } }])
    return id
  }
  const [first, second] = [await changing('two.'), await changing('three.')]
  const merged = { revision: '' }
  const [event, ...more] = await recordedDuring(async () => Object.assign(merged, await world.merge(spaceId, first)))
  expect(more).toEqual([])
  expect(event).toMatchObject({
    action: 'mergeChangeRequest',
    actor: { type: 'user', id: 'ada' },
    target: { type: 'change-request', id: first, label: 'Say two.' },
    payload: { parameters: { spaceId }, revision: merged.revision },
  })
  expect(
    await recordedDuring(async () => expect(await world.merge(spaceId, second)).toMatchObject({ result: 'conflicts' })),
  ).toEqual([])
})

test('a change of the glossary is recorded with what it deletes, without the words', async () => {
  const change = (operations: object[]) => world.send('updateGlossaryEntries', { body: { operations } })
  const insert = { type: 'insert', translations: { en: 'zebra', fr: 'zèbre' } }
  const [inserted] = await recordedDuring(() => change([insert]))
  const { body } = await world.send('listGlossaryEntries')
  const [{ id }] = body.items
  const [removed] = await recordedDuring(() => change([insert, { type: 'delete', id }]))
  const target = { type: 'organization', id: 'acme' }
  expect([inserted, removed]).toMatchObject([
    { action: 'updateGlossaryEntries', target, payload: { inserted: 1, updated: [], deleted: [] } },
    { action: 'updateGlossaryEntries', target, payload: { inserted: 1, updated: [], deleted: [id] } },
  ])
  expect(JSON.stringify([inserted, removed])).not.toMatch(/zebra|zèbre/)
  // Nothing is changed, or all of it is refused.
  expect(await recordedDuring(() => change([]))).toEqual([])
  expect(await recordedDuring(() => change([insert, { type: 'delete', id: 'none' }]))).toEqual([])
})

test('a template is recorded where it goes live, and not in a change request', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const apply = (more: object) =>
    world.send('applyTemplateToSpace', { params: { spaceId }, body: { id: 'handbook', ...more } })
  expect(await recordedDuring(() => apply({ changeRequestId }))).toEqual([])
  const [event] = await recordedDuring(() => apply({}))
  expect(event).toMatchObject({
    action: 'applyTemplateToSpace',
    target: { type: 'space', id: spaceId },
    payload: { values: { id: 'handbook' } },
  })
})

const inConsole: As = { userId: 'edda', kind: 'user', scope: 'full', tokenId: 'of-edda', isSession: true }

test('an import is recorded when it goes live, with who asked for it and where, and not in a change request', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Home: pageId } = await world.publish(spaceId, { Home: 'One.' })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const { body } = source
  const given = { as: inConsole, params: { spaceId, pageId: pageId ?? '', changeRequestId }, body }
  const importing = (id: string, more: object = {}) => recordedDuring(() => world.send(id, { ...given, ...more }))
  expect(await importing('importContentInChangeRequest')).toEqual([])
  const [event, ...others] = await importing('importContent')
  expect(others).toEqual([])
  const { revision } = await world.space(spaceId)
  expect(event).toMatchObject({
    ...{ action: 'importContent', source: 'ui', actor: { type: 'user', id: 'edda' } },
    target: { type: 'space', id: spaceId },
    payload: { accessToken: 'of-edda', values: { source: 'zip' }, revision },
  })
  expect(inShort(await importing('importContentInPageById', { as: 'edda' }))).toEqual([
    'importContentInPageById by api',
  ])
  expect(JSON.stringify(event)).not.toContain(body.url)
})

test('a repository and a synchronization are recorded once their content is live', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id: imported } = await world.makeSpace()
  expect(inShort(await recordedDuring(() => git.importFrom(repository, imported)))).toEqual([
    'importGitRepository by api',
  ])
  // The same commit again changes nothing.
  expect(inShort(await recordedDuring(() => git.importFrom(repository, imported)))).toEqual([])
  const { id: followed } = await world.makeSpace()
  const { setUp, settled } = gitSyncsOf(world)
  const events = await recordedDuring(async () => {
    await setUp(followed, repository)
    await settled(followed, repository)
  })
  expect(inShort(events)).toEqual(['setSpaceGitSync by api', 'runSpaceGitSync by workflow'])
})

test('changes that are refused leave no event', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [insertion(['Home', 'One.'])])
  const refused = await recordedDuring(async () => {
    const params = { spaceId, changeRequestId }
    expect((await world.send('mergeChangeRequest', { as: 'edda', params })).status).toBe(403)
    expect(
      (await world.send('importContent', { as: 'rex', params, body: { source: 'zip', url: 'https://x.test/' } }))
        .status,
    ).toBe(403)
  })
  expect(refused).toEqual([])
})
