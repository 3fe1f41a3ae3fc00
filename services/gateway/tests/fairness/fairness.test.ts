import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { attacks } from '../attack.ts'
import { openWorld, type World } from '../world.ts'
import type { attacker } from './attacker.ts'
import type { callers } from './callers.ts'
import { type Part, startPart } from './child-process.ts'
import type { gateway } from './gateway.ts'
import type { service } from './service.ts'

/** Seconds of each round, two thirds of them without the attack (ATTACK_SECONDS=5). Unset, nothing is measured. */
const seconds = Number(process.env.ATTACK_SECONDS ?? 0)
const only = process.env.ATTACK_ONLY ?? ''
const rounds = Number(process.env.ATTACK_ROUNDS ?? 3)
const slowSockets = 260
const everyMs = 100
const measured = seconds > 0 ? test : test.skip

interface Parts {
  service: Part<typeof service>
  gateway: Part<typeof gateway>
  attacker: Part<typeof attacker>
  callers: Part<typeof callers>
}

let world: World
let parts: Parts
let port: number
beforeAll(async () => {
  if (seconds === 0) return
  world = await openWorld()
  parts = {
    service: await startPart('service.ts'),
    gateway: await startPart('gateway.ts'),
    attacker: await startPart('attacker.ts'),
    callers: await startPart('callers.ts'),
  }
  const url = await parts.service.ask('start', world.secrets.dir)
  const env = { ...world.env, CONTENT_URL: url, SITES_URL: url, TRUST_PROXY: '127.0.0.1' }
  port = await parts.gateway.ask('start', env)
})
afterAll(async () => {
  if (seconds === 0) return
  for (const part of Object.values(parts)) part.stop()
  await world.close()
})

const p99 = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Others call for `ms`. Returns their results, and each process's work meanwhile, in percent of a core. */
async function round(ms: number) {
  const others = Array.from({ length: 20 }, (_, n) => ({ token: world.token(`other-${n}`), address: `203.0.113.${n}` }))
  const cpuMs = () => Promise.all(Object.values(parts).map((part) => part.cpuMs()))
  await parts.gateway.ask('longestHoldMs', undefined as never)
  const [before, began] = [await cpuMs(), performance.now()]
  const { times, failed } = await parts.callers.ask('measure', { port, callers: others, seconds: ms / 1000, everyMs })
  const [after, tookMs] = [await cpuMs(), performance.now() - began]
  const cpu = after.map((one, index) => Math.round(((one - (before[index] ?? 0)) / tookMs) * 100))
  const longestHoldMs = await parts.gateway.ask('longestHoldMs', undefined as never)
  return { p50: times[Math.floor(times.length / 2)] ?? 0, p99: p99(times), failed, cpu, longestHoldMs }
}
type Round = Awaited<ReturnType<typeof round>>

const format = ({ p50, p99, cpu, longestHoldMs, failed }: Round) =>
  `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms, held up ${longestHoldMs.toFixed(0)} ms, ` +
  `CPU % service ${cpu[0]} gateway ${cpu[1]} attacker ${cpu[2]} callers ${cpu[3]}, failed ${failed}`

const flood = 'requests without a pause'
const all = { ...attacks, [flood]: 'GET /v1/echo/1 HTTP/1.1\r\n\r\n' }
/** Returns an attack's behaviour. A whole request must not drip: one more byte would end the connection. */
const behaviourOf = (name: string) => (name === flood ? 'flood' : /answers|streams/.test(name) ? 'wait' : 'drip')

measured.each(Object.entries(all).filter(([name]) => name.includes(only)))(
  'p99 of the others stays within three times under %s',
  async (name, text) => {
    const [quiet, attacked]: [Round[], Round[]] = [[], []]
    await round(500)
    for (let number = 0; number < rounds; number += 1) {
      quiet.push(await round(seconds * 1000))
      const eve = { port, token: world.token(`eve ${name} ${number}`), address: '198.51.100.1' }
      const orders = { attacker: eve, sockets: slowSockets, text, next: behaviourOf(name) } as const
      const [rush] = await Promise.all([round(1000), parts.attacker.ask('begin', orders)])
      attacked.push(await round(seconds * 1000))
      const opened = await parts.attacker.ask('end', undefined as never)
      const lines = { quiet: quiet.at(-1), rush, attacked: attacked.at(-1) }
      for (const [kind, one] of Object.entries(lines)) process.stdout.write(`${name}: ${kind}: ${one && format(one)}\n`)
      process.stdout.write(`${name}: ${opened} connections opened\n`)
      await round(500)
    }
    const ratio = median(attacked.map((one) => one.p99)) / median(quiet.map((one) => one.p99))
    process.stdout.write(`${name}: ${ratio.toFixed(2)} times\n`)
    expect(attacked.map(({ failed }) => failed)).toEqual(attacked.map(() => 0))
    expect(ratio).toBeLessThan(3)
  },
  600_000,
)
