import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, user } from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { acme, startWorld, type World } from '../../world.ts'
import { editors, schedule } from '../authoring/editors/acts.ts'
import { checkBoard, checkContent, checkCounts, checkIndex } from '../authoring/editors/checks.ts'
import { editorOf, openDesk, roles } from '../authoring/editors/desk.ts'
import { edit } from '../authoring/editors/editor.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (const [number, role] of roles.entries()) {
    const id = editorOf(number)
    await world.publishState(user, { id, displayName: id, email: `${id}@example.com` })
    await world.publishState(member, { id: `m-${id}`, organizationId: acme, userId: id, role, disabled: false })
  }
  await world.test.settled()
})
afterAll(() => world.stop())

// A failure prints the seed and the schedule, but the database serves the editors in an order of its own.
test('ten editors at once leave counters, numbers, tree, index and text as all their answers said', async () => {
  expect(roles).toHaveLength(editors)
  await fc.assert(
    fc.asyncProperty(schedule, async (scripts) => {
      const desk = await openDesk(world)
      await Promise.all(scripts.map((script, number) => edit(desk, number, script)))
      expect(desk.wrong).toEqual([])
      await checkCounts(desk)
      await checkContent(desk)
      await checkIndex(desk)
      await checkBoard(desk)
      await checkCounts(desk)
      await checkContent(desk)
      expect(desk.wrong).toEqual([])
    }),
    { numRuns: runs(1), endOnFailure: true },
  )
}, 120_000)
