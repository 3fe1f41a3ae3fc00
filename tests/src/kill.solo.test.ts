import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { issueToken } from '@quire/identity'
import { compared } from './support/agreement.ts'
import { type Client, createClient, createTally, type Person, seededRandom, type Tally } from './support/load.ts'
import { type Processes, processNames, startProcesses } from './support/processes.ts'
import { settled } from './support/system.ts'
import { work } from './support/worker.ts'

const kills = 50
const killsAtOnce = 2
const workers = 8
const mostWrites = 1500
const mostBetweenKills = 12
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

let system: Processes
let people: Person[]
let passing: Person
let authors: Person[]

beforeAll(async () => {
  system = await startProcesses()
  const person = async (name: string): Promise<Person> => {
    const email = `${name}@example.com`
    const token = await issueToken(system.identity, { email, displayName: name, lifetimeMs: 3600_000, scope: 'full' })
    const response = await fetch(`${system.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
    return { id: ((await response.json()) as { id: string }).id, token, email }
  }
  people = await Promise.all(['grace', 'kurt', 'emmy'].map(person))
  passing = await person('maria')
  authors = await Promise.all(Array.from({ length: workers }, (_, n) => person(`author${n}`)))
}, 60_000)
afterAll(() => system.stop())

/** Writes by eight workers while `trouble` goes on, then everything that must hold afterwards. */
async function survive(
  name: string,
  trouble: (more: (count: number) => Promise<void>) => Promise<void>,
): Promise<Tally> {
  const started = performance.now()
  const counting = createTally()
  const { tally } = counting
  const clients = authors.map((author) => createClient(system, author, counting))
  let over = false
  const load = clients.map((client, n) =>
    work(client, { people, passing }, seededRandom(seed + n), mostWrites, () => over),
  )
  await trouble(counting.more).finally(() => {
    over = true
  })
  await Promise.all(load)
  await settled(system)
  const lost = (await Promise.all(clients.map(unreadable))).flat()
  process.stdout.write(
    `${name}: seed ${seed}, ${tally.acknowledged} writes acknowledged, ${tally.failed} failed, ${lost.length} lost, ` +
      `${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
  expect(lost).toEqual([])
  for (const { of, actual, expected } of await compared(system))
    expect({ of, rows: actual }).toEqual({ of, rows: expected })
  return tally
}

/** What was acknowledged and does not read as it should. */
async function unreadable(client: Client): Promise<string[]> {
  const lost: string[] = []
  for (const { path, status, text } of client.known()) {
    const response = await client.send('GET', path)
    const body = await response.text()
    if (response.status !== status || !body.includes(text ?? ''))
      lost.push(`${path} ${response.status} ${body.slice(0, 200)}`)
  }
  return lost
}

/** Kills one random process after another, each at a random moment, two at a time at most. */
async function killAtRandom(more: (count: number) => Promise<void>) {
  const random = seededRandom(seed)
  let left = kills
  const chain = async () => {
    while (left > 0) {
      left -= 1
      await more(1 + Math.floor(random() * mostBetweenKills))
      const up = processNames.filter(system.isUp)
      await system.kill(up[Math.floor(random() * up.length)] ?? 'gateway')
    }
  }
  await Promise.all(Array.from({ length: killsAtOnce }, chain))
}

test('50 kills of service processes under load lose nothing acknowledged, and all projections agree', async () => {
  const tally = await survive(`${kills} kills`, killAtRandom)
  expect(tally.acknowledged).toBeGreaterThan(200)
  expect(tally.refused).toEqual([])
}, 180_000)

test('a broker that is killed and restarted under load loses nothing acknowledged', async () => {
  const tally = await survive('broker killed', async (more) => {
    for (let round = 0; round < 3; round += 1) {
      await more(20)
      await system.killBroker()
    }
    await more(20)
  })
  expect(tally.acknowledged).toBeGreaterThan(50)
  // Nobody can be told of a write while the broker is away, so another service may not know of it yet.
  expect(tally.refused.filter((one) => !one.includes(' 404 '))).toEqual([])
}, 60_000)

test('a database server that is killed and restarted under load loses nothing acknowledged', async () => {
  const tally = await survive('database killed', async (more) => {
    for (let round = 0; round < 3; round += 1) {
      await more(20)
      await system.killDatabase()
    }
    await more(20)
  })
  expect(tally.acknowledged).toBeGreaterThan(50)
  expect(tally.refused).toEqual([])
}, 60_000)
