import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay, setInterval } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import { end, isRunning } from './end-process.ts'
import { startNats } from './nats.ts'
import { freePort } from './ports.ts'
import { startPostgres, volatile } from './postgres.ts'
import { supervise } from './supervise.ts'
import { testFolder } from './test-folder.ts'

let folder = ''
let stops: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(testFolder(), 'quire-hung-'))
  stops = []
})

afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function postgres(port?: number) {
  const server = await startPostgres({ folder, settings: volatile, port })
  stops.push(() => server.kill())
  return server
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Returns the ids of a server's processes. */
const processesOf = async (url: string) =>
  (await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')).map(({ pid }) => Number(pid))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a PostgreSQL that hangs with its processes is ended with all of them, and keeps what was committed', async () => {
  const server = await postgres()
  await query(server.superuserUrl, 'create table kept as select 1 as one')
  const pids = [server.pid, ...(await processesOf(server.superuserUrl))]
  expect(pids.length).toBeGreaterThan(3)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await server.stop(3000)
  await server.ended
  const again = await postgres(server.port)
  expect(pids.filter((pid) => isRunning(pid, ''))).toEqual([])
  expect(await query(again.superuserUrl, 'select one from kept')).toEqual([{ one: 1 }])
})

test('a NATS that hangs is ended, also one of an earlier start', async () => {
  const hung = await startNats({ folder })
  process.kill(hung.pid, 'SIGSTOP')
  await hung.stop(2000)
  await hung.ended
  const left = await startNats({ folder })
  process.kill(left.pid, 'SIGSTOP')
  const server = await startNats({ folder })
  stops.push(() => server.stop())
  await left.ended
  expect(isAlive(server.pid)).toBe(true)
})

test('a process that outlives its server holds up no stop', async () => {
  // The inner shell has ended, so the sleep that it started is nobody's descendant; it keeps the error stream.
  const script = "sh -c 'sleep 1000 & echo $! >&2'; exec sleep 1000"
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [line] = await once(createInterface({ input: child.stderr }), 'line')
  try {
    await end(child, [])
    expect([child.signalCode, isAlive(Number(line))]).toEqual(['SIGKILL', true])
  } finally {
    process.kill(Number(line), 'SIGKILL')
  }
})

test('a server answers round trips while it runs, and none once it hangs', async () => {
  const [database, bus] = await Promise.all([postgres(), startNats({ folder: join(folder, 'nats') })])
  stops.push(() => bus.kill())
  const never = new AbortController().signal
  for (const server of [database, bus]) {
    await server.roundTrip(never)
    process.kill(server.pid, 'SIGSTOP')
    const timeout = new AbortController()
    const asking = server.roundTrip(timeout.signal)
    const answer = await Promise.race([asking, waited()])
    expect(answer).toBe('waits')
    timeout.abort()
    await expect(asking).rejects.toThrow()
  }
})

/** Resolves after the time in which a server that works would have answered many times. */
const waited = () => delay(500, 'waits')

test('a server that hangs is replaced', async () => {
  const port = await freePort()
  const isUp = Promise.withResolvers<void>()
  const pids: number[] = []
  const stop = await supervise({
    name: 'NATS',
    async start(signal) {
      const server = await startNats({ folder, port, signal })
      pids.push(server.pid)
      return server
    },
    terminal: { line: () => {} },
    onUp: isUp.resolve,
    roundTrips: { everyMs: 10, timeoutMs: 1000, failures: 2 },
  })
  stops.push(() => stop(5000))
  process.kill(pids[0] ?? 0, 'SIGSTOP')
  await isUp.promise
  expect(isAlive(pids[0] ?? 0)).toBe(false)
})

test('what a server prints is kept in its log', async () => {
  const log = { file: join(folder, 'logs', 'nats.log'), terminal: { line: () => {} } }
  const server = await startNats({ folder, log })
  await server.stop()
  for await (const _ of setInterval(20)) if (readFileSync(log.file, 'utf8').includes('Server Exiting')) break
  expect(readFileSync(log.file, 'utf8')).toContain('Server is ready')
})
