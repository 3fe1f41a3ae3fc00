import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { team, user } from '@quire/contracts'
import { runs } from '@quire/properties'
import { changed, changing, mayRead, personOf, publishMember, someChanges } from '../support/changing-rights.ts'
import { indexed } from '../support/wait-for-index.ts'
import { acme, startWorld, type World } from '../world.ts'

const sizes = { spaces: 200, people: 20, teams: 3 }
const atOnce = 8

let world: World
let spaces: string[]
beforeAll(async () => {
  world = await startWorld()
  for (const number of numbers(sizes.people)) {
    await world.publishState(user, { id: personOf(number), displayName: 'Someone', email: `${number}@example.com` })
    await publishMember(world, number, initially(number))
  }
  for (const id of ['team-1', 'team-2']) await world.publishState(team, { id, organizationId: acme, title: id })
  await world.test.settled()
  const kinds = await eachOf(atOnce, async (number) => {
    const { id } = await world.makeSpace({ title: `Space ${number}` })
    await world.publish(id, { [`Page ${number}`]: 'word '.repeat(1 + number), [`Word of ${number}`]: 'Nothing else.' })
    return id
  })
  const copies = await eachOf(sizes.spaces - atOnce, async (number) => {
    const { body } = await world.send('duplicateSpace', { params: { spaceId: kinds[number % atOnce] ?? '' } })
    return body.id
  })
  spaces = [...kinds, ...copies]
  await indexed(world)
}, 120_000)
afterAll(() => world.stop())

/** Spaces that only administrators may read, whom the changes of rights do not concern. */
const closed = new Set<string>()

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const initially = (number: number) => ({ role: number % 2 === 0 ? ('read' as const) : null, disabled: false })

async function eachOf<Value>(count: number, make: (number: number) => Promise<Value>): Promise<Value[]> {
  const made: Value[] = []
  const left = numbers(count).values()
  await Promise.all(
    numbers(atOnce).map(async () => {
      for (const number of left) made[number] = await make(number)
    }),
  )
  return made
}

const search = (person: number, query = 'word') =>
  world.send('searchOrganizationContent', { as: personOf(person), query: { query, limit: '1000' } })

test('while rights change, each search finds what the caller may read all the time, and nothing that they may not read at any time', async () => {
  const change = changing(world, spaces)
  let rights = {
    levels: spaces.map(() => 'inherit' as 'read' | 'inherit' | null),
    ofPeople: new Map(),
    ofTeams: new Map(),
    people: numbers(sizes.people).map((number) => ({ ...initially(number), teams: new Set<number>() })),
  } as Parameters<typeof changed>[0]
  // The rights that may be in effect now: the last ones and, during a change, the next ones.
  let holding = [rights]
  const watching = new Set<(typeof rights)[]>()
  let isOver = false

  async function searching(person: number) {
    const seen = [...holding]
    watching.add(seen)
    const { status, body } = await search(person)
    watching.delete(seen)
    const found: string[] = status === 200 ? body.items.map(({ id }: { id: string }) => id) : []
    const may = (when: 'every' | 'some') =>
      spaces.filter((_, space) => seen[when]((state) => mayRead(state, person, space)))
    const [always, ever] = [may('every'), new Set(may('some'))]
    expect(found.filter((id) => !ever.has(id) && !closed.has(id))).toEqual([])
    expect(always.filter((id) => !found.includes(id))).toEqual([])
    if (status === 200) expect([body.count, new Set(found).size]).toEqual([found.length, found.length])
    else expect([status, seen.some(({ people }) => people[person]?.disabled)]).toEqual([404, true])
    return found.length
  }

  async function searches(first: number) {
    let found = 0
    for (let turn = first; !isOver; turn++) found += await searching((turn * 7) % sizes.people)
    return found
  }

  const searched = Promise.allSettled(numbers(4).map(searches))
  for (const one of someChanges(sizes, runs(20))) {
    const next = changed(rights, one)
    holding.push(next)
    for (const seen of watching) seen.push(next)
    await change(one)
    rights = next
    holding = [next]
  }
  isOver = true
  for (const outcome of await searched) {
    if (outcome.status === 'rejected') throw outcome.reason
    expect(outcome.value).toBeGreaterThan(0)
  }
  for (const person of numbers(sizes.people)) await searching(person)
}, 240_000)

test('what is in spaces that the caller may not read changes neither the order nor the count of what they find', async () => {
  const readers = numbers(sizes.people).filter((person) => person % 5 === 0)
  const answers = () => Promise.all(readers.map(async (person) => (await search(person, 'word nothing')).body))
  for (const person of readers) await publishMember(world, person, initially(person))
  await world.test.settled()
  const before = await answers()
  for (const title of ['Word', 'Nothing', 'Else']) {
    const { id } = await world.makeSpace({ title: 'Closed' })
    closed.add(id)
    await world.send('updateSpaceById', { params: { spaceId: id }, body: { defaultLevel: null } })
    await world.publish(id, { [title]: 'word '.repeat(50), Many: `${title} nothing `.repeat(20) })
  }
  const hidden = (await search(0)).body
  expect(JSON.stringify(hidden)).not.toContain('Closed')
  expect(await answers()).toEqual(before)
})
