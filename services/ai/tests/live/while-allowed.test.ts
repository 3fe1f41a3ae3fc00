import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { member, organization, responseOperations } from '@quire/contracts'
import { loadConfig, revocationKey, startService } from '@quire/kit'
import { AiConfig, ai } from '../../src/app.ts'
import type { AskNeeds } from '../../src/ask/context.ts'
import type { AnswerWriter } from '../../src/ask/writer.ts'
import { deleteResponsesOfSites } from '../../src/responses/response-rows.ts'
import { acme, startWorld, type World } from '../world.ts'

/** Returns a writer that stops after its first words until the test releases it, as a language model might. */
function slowWriter() {
  let [begun, released] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()]
  const writer: AnswerWriter = {
    async *write({ signal }) {
      yield { markdown: 'Turn the crank', cites: [1] }
      begun.resolve(signal)
      await released.promise
      yield { markdown: ' and say the secret word.', cites: [1] }
    },
  }
  return {
    writer,
    /** Resolves to the writer's signal once it has written its first words. */
    begun: () => begun.promise,
    release: () => released.resolve(),
    again() {
      begun = Promise.withResolvers()
      released = Promise.withResolvers()
    },
  }
}

/** Starts the service with this writer. */
const startWith = (writer: AnswerWriter) => (env: NodeJS.ProcessEnv) =>
  startService(
    {
      ...ai,
      build(foundation) {
        const parts = ai.build(foundation)
        const extend: typeof parts.extend = async (context) => {
          const extra = (await parts.extend(context)) as { deps: AskNeeds }
          return { ...extra, deps: { ...extra.deps, writer } }
        }
        return { ...parts, extend }
      },
    },
    loadConfig(AiConfig, env),
  )

const slow = slowWriter()
const crank = { crank: { title: 'The crank', markdown: 'Turn the crank.' } }
let world: World
beforeAll(async () => {
  world = await startWorld(startWith(slow.writer))
  await world.publish('manual', crank)
})
beforeEach(() => slow.again())
afterAll(() => world.stop())

/** Starts the stream of an answer, and waits until its writing has begun. */
async function beginning(more: { as?: string; signal?: AbortSignal } = {}) {
  const query = { query: 'How do I turn the crank?', format: 'markdown' }
  const answer = world.send('streamAskInOrganization', { query, ...more })
  return { answer, writing: await slow.begun() }
}

test.each([
  [
    'the space that it rests on is closed to them',
    async () => void (await world.publish('manual', crank, { defaultLevel: null })),
    async () => void (await world.publish('manual', crank)),
  ],
  [
    'the organization switches AI features off',
    () => world.publishState(organization, { id: acme, version: 2, ai: false }),
    () => world.publishState(organization, { id: acme, version: 3, ai: true }),
  ],
  [
    'they are disabled',
    () => world.publishState(member, { id: 'm-rex', organizationId: acme, userId: 'rex', version: 2, disabled: true }),
    () => world.publishState(member, { id: 'm-rex', organizationId: acme, userId: 'rex', version: 3, role: 'read' }),
  ],
])('an answer that is being streamed to a member ends, and its writing with it, when %s', async (_, take, give) => {
  const { answer, writing } = await beginning()
  await take()
  const { body } = await answer
  expect(body).toContain('Turn the crank')
  expect(body).toContain('event: error')
  expect(body).not.toContain('event: done')
  expect(writing.aborted).toBe(true)
  await give()
  await world.test.settled()
})

test('an answer goes on while other spaces close, and stops being written when its reader leaves', async () => {
  const plans = { plan: { title: 'Plans', markdown: 'The teleporter needs uranium.' } }
  await world.publish('plans', plans)
  const { answer } = await beginning()
  await world.publish('plans', plans, { defaultLevel: null })
  slow.release()
  expect((await answer).body).toMatch(/secret.*event: done/s)
  slow.again()
  const disconnected = new AbortController()
  const { answer: left, writing } = await beginning({ signal: disconnected.signal })
  const isLeft = expect(left).rejects.toMatchObject({ name: 'AbortError' })
  const stopped = new Promise((resolve) => writing.addEventListener('abort', resolve))
  disconnected.abort()
  await Promise.all([stopped, isLeft])
})

test('a response that is deleted is not written any further', async () => {
  const body = {
    ...{ siteId: 'zoo', asker: { userId: 'rex' }, spaces: ['manual'], holder: 'rex' },
    messages: ['How do I turn the crank?'],
  }
  const response = world.test.call(responseOperations.respondInSpaces, {
    as: { kind: 'service', scope: 'full' },
    params: { organizationId: acme },
    body,
  })
  const writing = await slow.begun()
  const stopped = new Promise((resolve) => writing.addEventListener('abort', resolve))
  await deleteResponsesOfSites(world.sql(), ['zoo'])
  slow.release()
  await stopped
  expect((await response).body).toContain('event: error')
})

test('an answer that is being streamed to a member ends when they are removed, before any event tells of it', async () => {
  const { answer } = await beginning({ as: 'ada' })
  const { bus, revocations } = world.test.service.foundation
  const key = revocationKey('identity.member', 'm-ada')
  await bus.revocations.put(key, '')
  await revocations.learned(key)
  slow.release()
  const { body } = await answer
  expect(body).toContain('Turn the crank')
  expect(body).toContain('event: error')
  expect(body).not.toMatch(/secret|event: done/)
})

test('whoever is no admin any more when an answer ends is suggested nothing of spaces that are closed to them by then', async () => {
  const eve = { id: 'm-eve', organizationId: acme, userId: 'eve' } as const
  await world.publishState(member, { ...eve, role: 'admin' })
  // Titles that yield no questions.
  const turning = (title: string) => ({ title, markdown: 'Turn the crank. Do turn the crank.' })
  await world.publish('cranks', { a: turning('Overview'), b: turning('Introduction'), c: turning('Background') })
  const secret = { secret: { title: 'Teleporter', markdown: 'A teleporter can turn the crank.' } }
  await world.publish('closed', secret, { defaultLevel: null })
  slow.release()
  const asAdmin = await beginning({ as: 'eve' })
  expect((await asAdmin.answer).body).toMatch(/Teleporter.*event: done/s)
  slow.again()
  const { answer } = await beginning({ as: 'eve' })
  await world.publishState(member, { ...eve, role: 'read', version: 2 })
  await world.test.settled()
  slow.release()
  const { body } = await answer
  expect(body).toMatch(/secret.*event: done/s)
  expect(body).not.toContain('Teleporter')
})
