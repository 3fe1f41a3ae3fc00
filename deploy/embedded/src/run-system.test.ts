import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { z } from 'zod'
import { copyInto } from './copy.fixture.ts'
import { freeRange } from './ports.ts'
import { Runtime } from './runtime-file.ts'
import { testFolder } from './test-folder.ts'

const program = resolve(import.meta.dirname, 'stand-ins/main.ts')
/** The data of a first start: the others start on a copy, which takes a fraction of the time. */
const made = mkdtempSync(join(testFolder(), 'quire-made-'))
let first: { mail: string; services: Runtime['services'] }
let folder = ''
let port = 0
let started: ChildProcess[] = []

beforeAll(async () => {
  port = await freeRange(5)
  const { child, closed, printed } = launch({ DATA_DIR: made })
  const mail = printed('Mail is')
  await printed('Ctrl-C')
  first = { mail: await mail, services: runtime(made).services }
  child.kill('SIGTERM')
  await closed
})

afterAll(() => rmSync(made, { recursive: true }))

beforeEach(async () => {
  folder = mkdtempSync(join(testFolder(), 'quire-run-'))
  await copyInto(folder, made)
  port = await freeRange(5)
  started = []
})

afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  rmSync(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATA_DIR: folder, PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const closed = once(child, 'close')
  const errors = text(child.stderr)
  const lines = createInterface({ input: child.stdout })
  const printed = (mark: string) =>
    new Promise<string>((done, fail) => {
      lines.on('line', (line) => line.includes(mark) && done(line))
      closed.then(async () => fail(new Error(`ended before it printed ${mark}: ${await errors}`)))
    })
  return { child, closed, errors, printed }
}

const runtime = (of = folder) => Runtime.parse(JSON.parse(readFileSync(join(of, 'runtime.json'), 'utf8')))
const Reply = z.object({ pid: z.number(), env: z.record(z.string(), z.string()) })
const ask = async (path = '/', at = port) => Reply.parse(await (await fetch(`http://127.0.0.1:${at}${path}`)).json())
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Lists every running process of the system: the supervisor's descendants that are a service or a server. */
function processes(): number[] {
  const firstLine = (...path: string[]) => Number.parseInt(readFileSync(join(folder, ...path), 'utf8'), 10)
  const services = Object.values(runtime().services).map((service) => service.pid)
  return [...services, firstLine('postgres', 'cluster', 'postmaster.pid'), firstLine('nats', 'nats-server.pid')]
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s leaves no process behind', async (signal) => {
  const { child, closed, printed } = launch()
  await printed('Ctrl-C')
  const pids = processes()
  expect(pids).toHaveLength(7)
  expect(pids.every(isAlive)).toBe(true)
  child.kill(signal)
  expect(await closed).toEqual([0, null])
  expect(pids.filter(isAlive)).toEqual([])
})

test('a signal ends everything, also what hangs', async () => {
  const { child, closed, printed } = launch()
  await printed('Ctrl-C')
  const pids = processes()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(pids.filter(isAlive)).toEqual([])
})

test('after a kill of everything the next start recovers by itself, with the same secrets', async () => {
  const first = launch()
  await first.printed('Ctrl-C')
  const pids = processes()
  const before = runtime().services.identity?.env.SECRETS_DIR ?? ''
  const key = readFileSync(join(before, 'token-signing.pem'), 'utf8')
  for (const pid of [first.child.pid ?? 0, ...pids]) process.kill(pid, 'SIGKILL')
  await first.closed
  const second = launch()
  await second.printed('Ctrl-C')
  expect(readFileSync(join(before, 'token-signing.pem'), 'utf8')).toBe(key)
  expect(processes().every(isAlive)).toBe(true)
})

test('a supervisor that is killed alone takes nothing hostage: the next start has its ports and its database', async () => {
  const first = launch()
  await first.printed('Ctrl-C')
  first.child.kill('SIGKILL')
  await first.closed
  const second = launch()
  expect(await second.printed('ready at')).toContain(`${port}`)
})

test('a service that dies is started again, and then waits for servers that are away', async () => {
  const { printed } = launch()
  await printed('Ctrl-C')
  const { pid, env } = await ask()
  const [announced, isUp] = [printed('starting it again'), printed('gateway is up again')]
  await ask('/crash').catch(() => {})
  expect(await announced).toContain('gateway')
  expect(isAlive(pid)).toBe(false)
  await isUp
  expect([env.START_WAIT_MS, (await ask()).env.START_WAIT_MS]).toEqual([undefined, '60000'])
})

/** From now on an ended gateway starts again only when the returned obstacle is removed. */
async function breakGateway(): Promise<string> {
  const obstacle = join(folder, `obstacle-${port}`)
  writeFileSync(obstacle, '')
  await ask('/crash').catch(() => {})
  return obstacle
}

test('a service that keeps failing is tried after growing pauses while the others serve, and is up once it is mended', async () => {
  const { printed } = launch()
  await printed('Ctrl-C')
  const isUp = printed('gateway is up again')
  const restarts = ['now', 'in 0.2 s', 'in 0.4 s'].map((pause) => printed(`starting it again ${pause}`))
  const obstacle = await breakGateway()
  const [first, ...others] = await Promise.all(restarts)
  expect(first).toContain('gateway ended: exit code 3')
  for (const line of others) expect(line).toContain(`gateway did not start: Error: ${obstacle} is in the way`)
  expect((await ask('/', port + 1)).env.PORT).toBe(`${port + 1}`)
  rmSync(obstacle)
  await isUp
  expect((await ask()).env.PORT).toBe(`${port}`)
})

test('a signal ends everything at once while a failing service is waited for', async () => {
  const { child, closed, printed } = launch()
  await printed('Ctrl-C')
  const pids = processes()
  const pausing = printed('starting it again in 0.8 s')
  await breakGateway()
  await pausing
  child.kill('SIGINT')
  expect(await closed).toEqual([0, null])
  expect(pids.filter(isAlive)).toEqual([])
})

test('a service that cannot start ends the start with its own words in one line', async () => {
  const { closed, errors } = launch({ FAIL: 'start' })
  expect(await closed).toEqual([1, null])
  expect(await errors).toMatch(/^quire: \w+ did not start: Configuration: FAIL is set\n$/)
})

test('a taken port is one line that names the service it was for', async () => {
  const other = createServer().listen(port + 2, '127.0.0.1')
  await once(other, 'listening')
  const { closed, errors } = launch()
  expect(await closed).toEqual([1, null])
  expect(await errors).toMatch(new RegExp(`^quire: Port ${port + 2} \\(content\\) is taken: [^\n]+\n$`))
  other.close()
})

test('a second start on the same folder is refused and leaves the first alone', async () => {
  const { printed, child } = launch()
  await printed('Ctrl-C')
  const second = launch({ PORT: `${port + 10}` })
  expect(await second.closed).toEqual([1, null])
  expect(await second.errors).toContain(`already runs on ${folder} (process ${child.pid})`)
  expect((await ask()).env.PORT).toBe(`${port}`)
})

test('each service is given its own database and the gateway none', () => {
  expect(first.services.gateway?.env.DATABASE_URL).toBeUndefined()
  const databases = ['identity', 'content', 'sites', 'ai'].map((name) => first.services[name]?.env.DATABASE_URL)
  expect(new Set(databases).size).toBe(4)
})

test('the broker has room for an event stream of BUS_MAX_BYTES, and for what is beside it', async () => {
  const bytes = 6 * 1024 ** 3
  const { printed } = launch({ BUS_MAX_BYTES: `${bytes}` })
  await printed('Ctrl-C')
  const { host, username } = new URL(runtime().services.gateway?.env.NATS_URL ?? '')
  const connection = await connect({ servers: host, token: username })
  const manager = await jetstreamManager(connection)
  await manager.streams.add({ name: 'events', subjects: ['events'], max_bytes: bytes })
  await manager.streams.add({ name: 'revocations', subjects: ['revocations'], max_bytes: 1024 ** 3 })
  await connection.close()
})

test('the greeting says where mail goes', () => {
  expect(resolve(`${first.mail.split(' ').at(-1)}`)).toBe(join(made, 'mail'))
})
