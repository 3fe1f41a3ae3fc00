import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { space } from '@quire/contracts'
import { largeSpace } from '../../support/large-space.ts'
import { statementsDuring } from '../../support/sent-statements.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = await largeSpace(world, 600)
})
afterAll(() => world.stop())

/** Creates a change request that edits this many pages, and then another live revision. */
async function editing(pages: number): Promise<string> {
  const { id } = await world.makeChangeRequest(spaceId)
  const changes = Array.from({ length: pages }, (_, at) => ({
    operation: 'update_page',
    page: `page${at}`,
    document: { markdown: `Edited in ${id}, the ${at}th.` },
  }))
  for (let at = 0; at < pages; at += 50) await world.write(spaceId, id, changes.slice(at, at + 50))
  await world.publish(spaceId, { [`Meanwhile ${id}`]: 'text' })
  return id
}

/** Counts the statements of a merge of this many edited pages; indexing has statements of its own. */
async function mergeStatements(pages: number): Promise<string[]> {
  const id = await editing(pages)
  const sent = await statementsDuring(world, /^\s*(?!with taken|with given)\S/, () => world.merge(spaceId, id))
  return sent.filter((statement) => /"?(space|revision|change_request|tree_node|document)/.test(statement))
}

test('a merge of three hundred edited pages sends about as many statements as one of ten', async () => {
  await mergeStatements(10)
  const [ten, hundred, many] = [await mergeStatements(10), await mergeStatements(100), await mergeStatements(300)]
  expect(hundred.length).toBeLessThanOrEqual(ten.length + 6)
  expect(many.length).toBeLessThanOrEqual(ten.length + 6)
  expect(many.filter((statement) => /^update "space"/.test(statement))).toHaveLength(1)
})

test('a merge changes the row of its space once and tells it once, with its counters and its revision', async () => {
  const id = await editing(1)
  const before = await world.space(spaceId)
  const events = await world.test.eventsDuring(() => world.merge(spaceId, id))
  const published = events.filter(({ type }) => type === space.saved.type)
  expect(published).toHaveLength(1)
  const { revision } = await world.space(spaceId)
  expect(revision).not.toBe(before.revision)
  expect(published[0]?.data).toMatchObject({ revision, changeRequestsDraft: before.changeRequestsDraft - 1 })
})

test('a merge of a main line that stands still reads nothing of the content under its locks', async () => {
  const id = await editing(3)
  const reading = /"(tree_node|document|revision)" (where|left)/
  const locking = /from "space" .* for no key update/
  const sent = await statementsDuring(world, new RegExp(`${reading.source}|${locking.source}`), () =>
    world.merge(spaceId, id),
  )
  const lock = sent.findIndex((statement) => locking.test(statement))
  expect(lock).toBeGreaterThanOrEqual(0)
  expect(sent.slice(lock + 1)).toEqual([])
})
