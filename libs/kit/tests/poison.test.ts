import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { outboxRow, projectionsByType, replayDeadLetters } from '../src/index.ts'
import { type Pair, projectionsOf, rule, startPair, thing, untilWaiting, waitingFor } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const refusePoison = (titles: string[]) => {
  if (titles.includes('poison')) throw new Error('cannot be digested')
}
const letters = () => pair.readerSql().selectFrom('dead_letter').selectAll().execute()
const replay = () => replayDeadLetters(pair.readerSql() as never, projectionsByType(projectionsOf(pair.hooks.reader)))
const publishThing = (id: string, version: number, title: string) =>
  pair.publishEvent(thing.saved, { id, version, title })

async function parkOne() {
  pair.hooks.reader.beforeSave = refusePoison
  await publishThing('a', 1, 'fine')
  await publishThing('b', 1, 'poison')
  await publishThing('c', 1, 'fine too')
  await pair.settled()
}

test('an event that cannot be applied is parked with its error, counted, and holds up nothing', async () => {
  await parkOne()
  expect(await pair.known()).toMatchObject([{ id: 'a' }, { id: 'c' }])
  expect(await letters()).toMatchObject([{ error: 'Error: cannot be digested', envelope: { key: 'b', version: 1 } }])
  expect(await waitingFor(pair.running.reader)).toEqual([])
  const { metrics } = pair.running.reader.foundation
  expect(await metrics.registry.metrics()).toMatch(/quire_dead_letters_total\{service="content"\} 1/)
})

test('an event whose shape is wrong is parked too', async () => {
  const { envelope } = outboxRow(thing.saved, { id: 'a', version: 1, title: 'fine' })
  await pair.publish({ ...envelope, data: { id: 'a', version: 1, title: 7 } })
  await publishThing('b', 1, 'fine')
  await pair.settled()
  expect(await pair.known()).toMatchObject([{ id: 'b' }])
  expect(await letters()).toMatchObject([{ envelope: { key: 'a' } }])
})

test('a parked event is applied by a replay after the fix, and only then forgotten', async () => {
  await parkOne()
  expect(await replay()).toMatchObject({ replayed: 0, failures: [expect.stringContaining('cannot be digested')] })
  expect(await letters()).toHaveLength(1)
  pair.hooks.reader.beforeSave = undefined
  expect(await replay()).toEqual({ replayed: 1, failures: [] })
  expect(await pair.known()).toMatchObject([{ id: 'a' }, { id: 'b', title: 'poison' }, { id: 'c' }])
  expect(await letters()).toEqual([])
})

test('the command that every image has replays the events of the service beside it', async () => {
  await parkOne()
  pair.hooks.reader.beforeSave = undefined
  const { port, foundation } = pair.running.reader
  const command = fileURLToPath(new URL('../src/commands/replay.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PORT: String(port), SECRETS_DIR: foundation.config.SECRETS_DIR }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'content'], { env })
  expect(stdout).toBe('1 applied, 0 still parked\n')
  expect(await letters()).toEqual([])
})

test('a replay does not undo what came after the parked event', async () => {
  await parkOne()
  pair.hooks.reader.beforeSave = undefined
  await publishThing('b', 2, 'healed')
  await pair.settled()
  await replay()
  expect(await pair.known()).toContainEqual({ id: 'b', title: 'healed', version: 2, applied: 1 })
})

test('an event about access that cannot be applied holds up no other, and readiness says so until its owner repeated it', async () => {
  pair.hooks.reader.beforeSave = refusePoison
  pair.hooks.owner.rules = [{ id: 'r', version: 1, title: 'poison' }]
  await publishThing('a', 1, 'before')
  await pair.publishEvent(rule.saved, { id: 'r', version: 1, title: 'poison' })
  await publishThing('b', 1, 'after')
  await pair.settled()
  expect(await pair.known()).toMatchObject([{ id: 'a' }, { id: 'b' }])
  expect(await waitingFor(pair.running.reader)).toEqual([expect.stringContaining('identity.rule.saved.v1 of r')])
  expect(await letters()).toEqual([])
  await refused(3)
  expect(await pair.known()).toHaveLength(2)
  pair.hooks.reader.beforeSave = undefined
  await untilWaiting(pair.running.reader, (reasons) => reasons.length === 0)
  expect(await pair.readerSql().selectFrom('known_rule').selectAll().execute()).toEqual([{ id: 'r', title: 'poison' }])
})

/** Resolves once the poison was tried `times` more, each time in a resync of its owner. */
function refused(times: number): Promise<void> {
  return new Promise((resolve) => {
    let left = times
    pair.hooks.reader.beforeSave = (titles) => {
      if (titles.includes('poison') && --left === 0) resolve()
      refusePoison(titles)
    }
  })
}
