import { fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLog, OutboundAllow } from '@quire/kit'
import { type Bundle, type BundlePool, openBundlePool } from '../../src/integrations/bundles/bundle-pool.ts'
import { type RunningBundle, startBundle } from '../../src/integrations/bundles/bundle-process.ts'
import { type BundleCommand, findBundleCommand } from '../../src/integrations/bundles/bundle-program.ts'
import { BundlesConfig, openBundles } from '../../src/integrations/bundles/bundles.ts'
import { bundleScript } from './bundle.fixture.ts'

const log = createLog('sites', 'silent')
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
// The processes may run as another user.
chmodSync(folder, 0o711)
const started: RunningBundle[] = []
/** Milliseconds that the pool believes have passed. */
let time = 0
/** What the server behind the interface was asked for. */
const asked: unknown[] = []
const server = createServer(({ url, headers }, response) => {
  asked.push([url, headers['x-own'], headers['x-forwarded-for']])
  response.end()
})
let host: string
let pool: BundlePool
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const command = await findBundleCommand({ dataBytes: 668 * 1024 ** 2, cpuSeconds: 20 }, log)
  expect(command).toEqual(expect.objectContaining({ program: expect.any(String) }))
  pool = openBundlePool({ processes: 4, idleMs: 60_000, now: () => time, start: startWith(command as BundleCommand) })
})
afterAll(async () => {
  await pool[Symbol.asyncDispose]()
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
  server.close()
})

const startWith = (command: BundleCommand) => async (script: string) => {
  const own = { address: 'http://docs.example.com/v1', server: `http://${host}/v1` }
  const limits = { heapMegabytes: 48, memoryBytes: 128 * 1024 ** 2 }
  const one = await startBundle(script, { ...limits, command, folder, outboundAllow: new Set(), own })
  started.push(one)
  return one
}

const bundle = (id: string, organizationId = 'acme', script = bundleScript(), account = organizationId): Bundle => ({
  id,
  publisher: async () => [account, organizationId],
  script: async () => script,
})
const ask = (one: Bundle, event: object, timeoutMs = 20_000, maxBytes = 10_000) =>
  pool.ask(one, { event, environment: {}, maxBytes, timeoutMs, signal: new AbortController().signal })
const answerOf = async (one: Bundle, event: object) => JSON.parse((await ask(one, event)).body.toString())

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** Returns the bytes that a process has written so far; 0 once it has ended. */
function writtenBy(pid: string): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

test('a bundle that goes on for ever is ended at its deadline, while those of others answer', async () => {
  for (const type of ['loop', 'microtasks', 'hang']) {
    const late = ask(bundle(type), { type }, 1500).catch((error: Error) => error.message)
    expect(await answerOf(bundle('calm', 'other'), { type: 'ping' })).toBe('pong')
    // A loop of microtasks may have filled the memory before.
    expect(await late).toMatch(/did not answer within 1.5 seconds|used more memory than it may/)
    while (started.filter((one) => one.ended() === undefined).length > 1) await new Promise(setImmediate)
  }
  const malformed = ask(bundle('malformed'), { type: 'headers' })
  await expect(malformed).rejects.toThrow('The bundle of the integration failed: Parse Error: Header overflow.')
  const endless = bundle('endless')
  const answer = await ask(endless, { type: 'endless' }, 20_000, 100_000)
  expect([answer.isCut, answer.body.length]).toEqual([true, 100_000])
  // A bundle that sends too much has a process still, as it may be the reader who wants less.
  expect(await answerOf(endless, { type: 'ping' })).toBe('pong')
}, 60_000)

test('a bundle that complains for ever is read slowly', async () => {
  const late = ask(bundle('complaining'), { type: 'complain' }, 1500).catch((error: Error) => error.message)
  let written = 0
  for (let isOver = false; !isOver; isOver = await Promise.race([late.then(() => true), setTimeout(50, false)]))
    written = Math.max(written, ...childrenOf(process.pid).map(writtenBy))
  expect(await late).toMatch(/did not answer within 1.5 seconds/)
  expect(written).toBeGreaterThan(1000)
  expect(written).toBeLessThan(8 * 1024 ** 2)
}, 60_000)

test('a bundle that grows is ended, whatever grows, while those of others answer', async () => {
  for (const type of ['buffers', 'objects']) {
    const grown = ask(bundle(type), { type }, 120_000).catch((error: Error) => error.message)
    expect(await answerOf(bundle('calm', 'other'), { type: 'ping' })).toBe('pong')
    expect(await grown).toBe('The bundle of the integration used more memory than it may.')
  }
}, 60_000)

test('a bundle reaches the interface and public addresses, and neither files nor the internal network', async () => {
  const one = bundle('curious')
  const [, port] = host.split(':')
  const urls = [
    'http://docs.example.com/v1/spaces',
    ...[`http://${host}/v1/spaces`, `http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`],
    ...['http://docs.example.com/readyz', 'https://169.254.169.254/latest', 'http://10.0.0.1/'],
  ]
  const [interface_, ...others] = await answerOf(one, { type: 'fetches', urls })
  expect(interface_).toBe(200)
  // A name of the loopback address is found out when it is resolved.
  expect(others).toEqual([403, 403, 403, expect.any(Number), 403, 403])
  expect(others[3]).toBeGreaterThanOrEqual(403)
  expect(asked).toEqual([['/v1/spaces', 'kept', undefined]])
  expect(await answerOf(one, { type: 'connects', address: host })).toBe('refused')
  expect(await answerOf(one, { type: 'files' })).toEqual({ env: [], root: [] })
  const many = Array.from({ length: 300 }, () => 'http://10.0.0.1/')
  expect((await ask(one, { type: 'fetches', urls: many })).status).toBe(200)
  expect(await answerOf(one, { type: 'ping' })).toBe('pong')
  // The refusal may be lost with the connection, which ends while the bundle still sends.
  const sent = await answerOf(one, { type: 'sends', url: 'http://docs.example.com/v1/x', bytes: 11_000_000 })
  expect([413, 'Error: Network connection lost.']).toContain(sent)
  expect(asked).toHaveLength(1)
}, 60_000)

test('a bundle that does not start says why, and waits longer each time', async () => {
  const broken = bundle('broken', 'acme', 'export default {')
  const problem = () => ask(broken, { type: 'ping' }).catch((error: Error) => error.message)
  expect(await problem()).toMatch(/does not start: SyntaxError/)
  expect(await problem()).toMatch(/does not start: SyntaxError/)
  expect(await problem()).toMatch(/has failed 2 times in a row and waits 2 seconds/)
  time += 2000
  const before = started.length
  expect(await problem()).toMatch(/does not start/)
  expect(await problem()).toMatch(/waits 4 seconds/)
  expect(started.length).toBe(before)
}, 60_000)

test('the bundles of one account, in all its organizations, leave places to others, which end idle ones', async () => {
  const leaving = new AbortController()
  const request = { event: { type: 'hang' }, environment: {}, maxBytes: 100, timeoutMs: 60_000, signal: leaving.signal }
  const hanging = ['a', 'b', 'c', 'd'].map((id) =>
    pool.ask(bundle(id, `of ${id}`, bundleScript(), 'mallory'), request).then(() => 'answered', String),
  )
  const others = ['e', 'f', 'g'].map((id) => answerOf(bundle(id, 'other'), { type: 'ping' }))
  expect(await Promise.all(others)).toEqual(['pong', 'pong', 'pong'])
  expect(started.filter((one) => one.ended() === undefined).length).toBeLessThanOrEqual(4)
  // Who publishes another one learns that it waited, and not that something is wrong with it.
  const late = pool.ask(bundle('late', 'of late', bundleScript(), 'mallory'), { ...request, timeoutMs: 100 })
  await expect(late).rejects.toMatchObject({ problem: expect.stringContaining('has to wait'), isOfBundle: false })
  leaving.abort('left')
  expect(await Promise.all(hanging)).toEqual(['left', 'left', 'left', 'left'])
}, 60_000)

test('a process has no descriptor of its service, ends when that is killed, and the next start removes its folder', async () => {
  // The service has inherited a descriptor beyond the first ones, which Node closes for its children.
  const none = Array.from({ length: 36 }, () => 'ignore' as const)
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc', ...none, 'pipe']
  const parent = fork(resolve(import.meta.dirname, 'bundle-host.fixture.ts'), { execArgv: [], stdio })
  const [answer] = await once(parent, 'message')
  expect(answer).toBe('"pong"')
  const children = childrenOf(parent.pid)
  expect(children).toEqual([expect.stringMatching(/^\d+$/)])
  expect(readlinkSync(`/proc/${children[0]}/fd/40`)).toBe('/dev/null')
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`quire-bundles-${parent.pid}-`))
  expect(left()).toHaveLength(1)
  parent.kill('SIGKILL')
  while (existsSync(`/proc/${children[0]}`)) await new Promise(setImmediate)
  const config = BundlesConfig.parse({ INTEGRATION_BUNDLES: 'on' })
  const allow = { OUTBOUND_ALLOW: OutboundAllow.parse(''), PUBLIC_URL: 'http://docs.example.com' }
  await using bundles = openBundles({ config: { ...config, ...allow }, log })
  expect([await bundles.refusal(), left()]).toEqual([undefined, []])
}, 60_000)
