import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, spaceQuestionOperations } from '@quire/contracts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
const silence = 'The documentation does not answer this question.'
beforeAll(async () => {
  world = await startWorld()
  world.feed.sliceBy(50)
})
afterAll(() => world.stop())

/** Publishes pages whose titles are their ids. */
const publish = (space: string, pages: Record<string, string>, more: Parameters<World['publish']>[2] = {}) => {
  const titled = Object.entries(pages).map(([id, markdown]) => [id, { title: id, markdown }] as const)
  return world.publish(space, Object.fromEntries(titled), more)
}

test('a question with an abbreviation finds the page that has the long form only, and the other way round', async () => {
  await publish('gears', {
    words: 'Automatic gearbox lubrication (AGL) is for trucks.',
    oil: 'Automatic gearbox lubrication takes two litres.',
    lamps: 'The AGL lamp blinks.',
  })
  expect(await world.cited('What is AGL?')).toContain('oil')
  expect(await world.cited('What is automatic gearbox lubrication?')).toContain('lamps')
})

test('a former name, another name and a row of a glossary find the pages that have the name of now', async () => {
  await publish('deck', {
    history: 'The quarterdeck (formerly known as the *poop terrace*) is closed. Bosuns are also called whistlers.',
    scrubbing: 'Take sand for the quarterdeck.',
    crew: 'Two bosuns sleep below.',
    glossary: '| Name | Also called |\n|---|---|\n| bilge pump | sump drainer, suction box |',
    holds: 'At night, the bilge pump starts by itself.',
  })
  expect(await world.cited('What do I take for the poop terrace?')).toContain('scrubbing')
  expect(await world.cited('Where do whistlers sleep?')).toContain('crew')
  expect(await world.cited('When does the suction box start?')).toContain('holds')
})

test('the words of a link find the page that it leads to, by the title that it has now; words of two pages find neither', async () => {
  const steps = 'Then [set up your login](/pages/sso). See [further notes](/pages/a), and [further notes](/pages/sso).'
  const pages = { steps: { title: 'First steps', markdown: steps }, a: { title: 'Anchors', markdown: 'Drop it.' } }
  const sso = (title: string) => ({ title, markdown: 'Trust another directory, and choose its certificate.' })
  await world.publish('login', { ...pages, sso: sso('Federated identities') })
  expect(await world.cited('How do I set up my login?')).toContain('sso')
  expect(await world.cited('Where are further notes?')).toEqual(['steps'])
  await world.publish('login', { ...pages, sso: sso('Guild membership') })
  expect(await world.cited('How do I set up my login?')).toContain('sso')
})

test('the words of a link to a section find it by the title that it has, also where many lead to its page', async () => {
  const steps = 'Go and [hang up your lantern](/pages/keys#guild-rooms), or [tie your hammock](/pages/keys#berths).'
  const keys = { title: 'Keys', markdown: 'All.\n\n## Guild rooms\n\nOpen them.\n\n## Berths\n\nClean them.' }
  await world.publish('night', { steps: { title: 'First night', markdown: steps }, keys })
  expect(await world.cited('How do I hang up my lantern?')).toContain('keys')
  expect(await world.cited('How do I tie my hammock?')).toContain('keys')
})

test('what means the same is worth less than the words themselves', async () => {
  await publish('rope', {
    names: 'A halyard is also called a hauling line.',
    other: 'Hauling line: white.',
    own: 'Halyard: red.',
  })
  const cited = await world.cited('What is a halyard?')
  expect(cited.toSorted()).toEqual(['names', 'other', 'own'])
  expect(cited.indexOf('own')).toBeLessThan(cited.indexOf('other'))
})

test('a page that is changed or deleted takes back what it said; what is read anew says it again', async () => {
  const pages = { words: 'The windlass (formerly known as the yarn crank) is new.', use: 'Oil a windlass on Fridays.' }
  const asked = () => world.cited('What is the yarn crank?')
  await publish('crank', pages)
  expect(await asked()).toContain('use')
  await publish('crank', { ...pages, words: 'The windlass is new, and no yarn crank.' })
  expect(await asked()).not.toContain('use')
  await publish('crank', pages)
  expect(await asked()).toContain('use')
  await publish('crank', { use: pages.use })
  expect(await asked()).not.toContain('use')
  await publish('crank', pages)
  // Resets the index of the space, so that it is built again.
  await world.sql().deleteFrom('phrase').where('space_id', '=', 'crank').execute()
  const lost = { revision: null, target: null, after_page: null, try_at: new Date(0) }
  await world.sql().updateTable('search_space').set(lost).where('space_id', '=', 'crank').execute()
  await publish('waking', { note: 'Nothing.' })
  await world.queued('crank', (row) => row?.pending === false)
  expect(await asked()).toContain('use')
  await publish('crank', pages, { deletedAt: '2026-01-02T03:04:05.006Z' })
  await world.queued('crank', (row) => row === undefined)
  expect(await world.sql().selectFrom('phrase').select('key').where('space_id', '=', 'crank').execute()).toEqual([])
})

test('what a space says of words helps those who may read it, and changes nothing for anybody else', async () => {
  const open = { sails: 'Reef the spanker before a storm.', flags: 'Wave a signal flag before noon.' }
  const question = 'What do I do with the driver cloth before a storm?'
  await publish('open', open)
  const whole = async (as: string) => (await world.send('askInOrganization', { as, body: { query: question } })).body
  await world.send('getRecommendedQuestionsInOrganization', { as: 'rex' })
  const before = await whole('rex')
  await publish(
    'closed',
    { words: 'The spanker is also called the driver cloth. A signal flag is also known as a storm.' },
    { defaultLevel: null },
  )
  expect(await whole('rex')).toEqual(before)
  expect(await world.cited('What is the driver cloth?', 'rex')).toEqual([])
  expect(await world.cited('What is the driver cloth?', 'ada')).toContain('sails')
  const state = { scopeId: 'closed', scopeKind: 'space', subjectId: 'm-rex', subjectKind: 'member' } as const
  await world.publishState(grant, { ...state, version: 1, organizationId: acme, role: 'read' })
  await world.test.settled()
  expect(await world.cited('What is the driver cloth?', 'rex')).toContain('sails')
  await world.test.publishRemoval(grant, 'closed.m-rex', 2)
  await world.test.settled()
  expect(await world.cited('What is the driver cloth?', 'rex')).toEqual([])
  expect(await whole('rex')).toEqual(before)
})

test('sites that name some spaces are answered without the words of others', async () => {
  const ask = async (spaces: string[]) => {
    const body = { question: 'What is the driver cloth?', spaces, holder: 'ada', asker: { userId: 'ada' } }
    const as = { kind: 'service', scope: 'full' }
    const params = { organizationId: acme }
    return (await world.test.call(spaceQuestionOperations.askInSpaces, { as, params, body } as never)).body
  }
  expect(await ask(['open', 'closed'])).toContain('"page":"sails"')
  expect(await ask(['open'])).toContain(silence)
})

test('a page whose text cannot be cut between two characters is indexed like any other', async () => {
  const name = await publish('emoji', { words: `${'x '.repeat(1984)}. A workspace, also called proj😀ect.` })
  const row = await world.queued('emoji', (one) => one?.pending === false || (one?.attempts ?? 0) > 1)
  expect([row?.revision, row?.error]).toEqual([name, null])
})
