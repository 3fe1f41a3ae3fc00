import { threadId } from 'node:worker_threads'
import { afterEach, expect, test } from '@jest/globals'
import { createLog } from '@quire/kit/edge'
import { Registry } from 'prom-client'
import { ParsingConfig, type ParsingThreads, startParsing } from '../src/index.ts'
import type * as slow from './slow-to-load.ts'
import type * as tasks from './tasks.ts'

const url = new URL('./tasks.ts', import.meta.url).href
const long = 'a long text '.repeat(200)
const nobody = new AbortController().signal
const running: ParsingThreads<typeof tasks>[] = []

function start(config: Partial<Record<keyof ParsingConfig, number>> = {}) {
  const registry = new Registry()
  const log = createLog('parsing', 'silent')
  const parsing = startParsing<typeof tasks>({
    config: ParsingConfig.parse(config),
    tasks: url,
    metrics: { registry },
    log,
  })
  running.push(parsing)
  return { parsing, registry, parser: parsing.ofCaller('somebody', nobody) }
}
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())))

/** A task that says when it began, and ends when the test lets it. */
function gated() {
  const gate = new Int32Array(new SharedArrayBuffer(8))
  return {
    gate,
    begun: async () => void (await Atomics.waitAsync(gate, 0, 0).value),
    release() {
      Atomics.store(gate, 1, 1)
      Atomics.notify(gate, 1)
    },
  }
}

/** Holds a thread until it is released. */
async function held(parser: ReturnType<typeof start>['parser']) {
  const { gate, begun, release } = gated()
  const done = parser.run('hold', long, gate)
  done.catch(() => undefined)
  await begun()
  return { done, release }
}

test('a short text is read at once, a long one in another thread', async () => {
  const { parser } = start()
  expect(await parser.run('threadOf', 'short')).toBe(threadId)
  expect(await parser.run('threadOf', long)).not.toBe(threadId)
  const short = Array.from({ length: 200 }, (): [string] => ['a short text'])
  const outcomes = await parser.runEach('threadOf', short)
  expect(outcomes).toHaveLength(200)
  expect(outcomes).not.toContainEqual({ value: threadId })
})

test.each(['a short text', long])('a refusal arrives as it was thrown, a bug as a bug', async (text) => {
  const { parser } = start()
  const message = `${text.length} characters say nothing (line 7)`
  await expect(parser.run('refuse', text)).rejects.toMatchObject({
    name: 'DocumentError',
    code: 'front-matter',
    line: 7,
    message,
  })
  const bug = await parser.run('fail', text).catch((error: unknown) => error)
  expect(bug).toMatchObject({ message: expect.stringContaining('nobody thought of this') })
  expect(bug).not.toHaveProperty('code')
})

test('a text that takes longer than its deadline is refused, and its thread serves the next one', async () => {
  const { parser, registry } = start({ PARSING_THREADS: 1, PARSING_TIMEOUT_MS: 50 })
  const refused = { name: 'DocumentError', code: 'too-slow', message: expect.stringContaining('0.05 s') }
  await expect(parser.run('never', long)).rejects.toMatchObject(refused)
  expect(await parser.run('threadOf', long)).not.toBe(threadId)
  expect(await registry.metrics()).toContain('quire_parsing_ended_total{reason="deadline"} 1')
})

test('a text that takes too much memory ends its thread and nothing else; others sent with it are read', async () => {
  const { parser } = start({ PARSING_MEMORY_MB: 64, PARSING_TIMEOUT_MS: 60_000 })
  const texts = ['honest', 'greedy', 'honest'].map((kind): [string] => [kind + long])
  const [first, second, third] = await parser.runEach('greedy', texts)
  expect([first, third]).toEqual([{ value: long.length + 6 }, { value: long.length + 6 }])
  expect(second).toMatchObject({ error: { code: 'too-slow', message: expect.stringContaining('memory') } })
})

test('where the queue is full a text is refused with 503 and Retry-After; those in it are read', async () => {
  const { parser } = start({ PARSING_THREADS: 1, PARSING_QUEUE: 1 })
  const first = await held(parser)
  const waiting = parser.run('threadOf', long)
  await expect(parser.run('threadOf', long)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
  first.release()
  expect(await waiting).not.toBe(threadId)
})

test('a text that has waited too long is refused with 503', async () => {
  const { parser, parsing } = start({ PARSING_THREADS: 1, PARSING_TIMEOUT_MS: 300 })
  // The fourth text waits behind three that each take until their deadline.
  const others = ['a', 'b', 'c', 'd'].map((name) => parsing.ofCaller(name, nobody).run('never', long))
  const ended = Promise.allSettled(others)
  await expect(parser.run('threadOf', long)).rejects.toMatchObject({ status: 503 })
  await ended
})

test('a caller that goes away leaves the queue, and ends what is read for it', async () => {
  const { parsing, parser } = start({ PARSING_THREADS: 1, PARSING_QUEUE: 1, PARSING_TIMEOUT_MS: 60_000 })
  const leaving = new AbortController()
  const theirs = parsing.ofCaller('leaving', leaving.signal)
  const first = await held(theirs)
  const waiting = theirs.run('threadOf', long)
  const both = Promise.allSettled([first.done, waiting])
  leaving.abort()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await parser.run('threadOf', long)).not.toBe(threadId)
})

test('a caller has no more texts in front of another than there are threads', async () => {
  const { parsing } = start({ PARSING_THREADS: 1 })
  const many = parsing.ofCaller('many', nobody)
  const order: string[] = []
  const first = await held(many)
  const theirs = [1, 2, 3].map((at) => many.run('threadOf', long).then(() => order.push(`many ${at}`)))
  const other = parsing.ofCaller('other', nobody).run('threadOf', long)
  const done = other.then(() => order.push('other'))
  first.release()
  await Promise.all([...theirs, done])
  expect(order[0]).toBe('other')
})

test('what nobody waits for keeps no thread from requests, and takes one at a time', async () => {
  const { parsing, parser } = start({ PARSING_THREADS: 1 })
  const background = parsing.inBackground(nobody)
  const first = await held(background)
  const second = background.run('threadOf', long)
  expect(await parser.run('threadOf', long)).not.toBe(threadId)
  first.release()
  expect(await second).not.toBe(threadId)
})

test('what stops ends what it reads', async () => {
  const { parsing, parser } = start()
  const { done } = await held(parser)
  await parsing.stop()
  await expect(done).rejects.toThrow()
})

test('a thread that loads is not ended with the caller who left, so that the next one has it', async () => {
  const channel = new BroadcastChannel('quire parsing slow to load')
  const waiting = new Promise<number>((resolve) => {
    channel.onmessage = (event) => {
      const { waits } = (event as { data: { waits?: number } }).data
      if (waits !== undefined) resolve(waits)
    }
  })
  const parsing = startParsing<typeof slow>({
    config: ParsingConfig.parse({}),
    tasks: new URL('./slow-to-load.ts', import.meta.url).href,
    metrics: { registry: new Registry() },
    log: createLog('parsing', 'silent'),
  })
  try {
    const leaving = new AbortController()
    const left = parsing.ofCaller('somebody', leaving.signal).run('threadOf', long)
    const loading = await waiting
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    const next = parsing.ofCaller('somebody else', nobody).run('threadOf', long)
    channel.postMessage({ load: loading })
    expect(await next).toBe(loading)
  } finally {
    channel.close()
    await parsing.stop()
  }
})
