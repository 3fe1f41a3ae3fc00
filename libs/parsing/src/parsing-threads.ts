import { DocumentError } from '@quire/document/errors'
import { batched, createLanes, type Lane, type Logger, type Loop, type Metrics, unavailable } from '@quire/kit/edge'
import { Ended, type EndReason, openThreads } from '@quire/kit/threads'
import { Counter } from 'prom-client'
import type { ParsingConfig } from './config.ts'
import { type Outcome, outcomeOf, received, resultOf, type SentOutcome } from './outcomes.ts'
import { type Parser, perform, type TaskOf, type Tasks } from './parser-tasks.ts'
import type { TextTask } from './thread.ts'

/**
 * Texts of up to this many characters together are parsed on this thread: most of them cost less than a message to another
 * thread and back. The worst texts of this length take some 30 ms, those of four times the length six times as long.
 */
const maxShortCharacters = 1000
/** The maximum of characters in one message, unless a single text is longer. */
const maxMessageCharacters = 64_000

interface ParsingParts {
  config: ParsingConfig
  /** The URL of the module of tasks: this thread loads it with the first text, others when they start. */
  tasks: string
  /** Tasks that always go to a thread, because loading their libraries would block this one. */
  apart?: readonly string[]
  /** The number of threads that stay when idle. */
  minThreads?: number
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

type Args = never[]

const sizeOf = (args: Args) => charactersOf(args, maxMessageCharacters)

/** The threads of a service that parse texts. */
export interface ParsingThreads<All extends Tasks> extends Pick<Loop, 'stop'> {
  /**
   * For a request of a caller in these groups (`groupsOf`), with the signal of the request. Refuses with 503 if too many
   * texts wait.
   */
  ofCaller(holder: string | readonly string[], signal: AbortSignal): Parser<All>
  /** For background work, which has a separate thread and may wait for any time. */
  inBackground(signal: AbortSignal): Parser<All>
}

export function startParsing<All extends Tasks>({
  config,
  tasks,
  apart = [],
  minThreads = 0,
  metrics,
  log,
}: ParsingParts): ParsingThreads<All> {
  const { PARSING_THREADS: requests, PARSING_TIMEOUT_MS: timeoutMs, PARSING_MEMORY_MB: memoryMb } = config
  const ended = new Counter({
    name: 'quire_parsing_ended_total',
    help: 'Texts whose thread was ended, by reason: deadline, memory',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  const failed = (error: unknown) => log.error({ err: error }, 'a thread that reads texts failed')
  const module = new URL('./thread.ts', import.meta.url).href
  const threads = openThreads<TextTask, SentOutcome<unknown>[]>(
    { module, data: tasks, maxThreads: requests + 1, minThreads: minThreads, memoryMb },
    failed,
  )
  const waitTimeoutMs = 2 * timeoutMs
  const lanes = createLanes({
    ...{ threads: requests, queue: config.PARSING_QUEUE, timeoutMs: waitTimeoutMs },
    refusal: () => unavailable('Many long texts are being read: try again.', Math.ceil(waitTimeoutMs / 2000)),
  })

  function refusal(reason: EndReason): DocumentError {
    ended.inc({ reason })
    log.warn({ reason }, 'a text could not be read')
    const cost = reason === 'deadline' ? `longer than ${timeoutMs / 1000} s` : 'more memory than a text may use'
    return new DocumentError('too-slow', `Reading the text takes ${cost}: make it simpler, or split it`)
  }

  function parserOf(lane: Lane, signal: AbortSignal): Parser<All> {
    /** Parses short texts on this thread, others in another one. */
    async function read(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      const isShort = !apart.includes(name) && charactersOf(list, maxShortCharacters) <= maxShortCharacters
      return isShort ? readHere(name, list) : send(name, list)
    }

    async function readHere(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      const all: All = await import(tasks)
      return Promise.all(list.map((args) => outcomeOf(() => perform(all, name, args))))
    }

    /** If a message of several texts exceeds its timeout, each text is tried again with a separate timeout. */
    async function send(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      try {
        return (await lane(() => threads.work({ name, list }, { signal, timeoutMs }))).map(received)
      } catch (error) {
        if (!(error instanceof Ended) || error.reason === 'death') throw error
        if (list.length === 1) return [{ error: refusal(error.reason) }]
        return readInOrder(name, list, 1)
      }
    }

    async function readInOrder(name: string, list: Args[], maxItems: number): Promise<Outcome<unknown>[]> {
      const outcomes: Outcome<unknown>[] = []
      for await (const message of batched(list, { items: maxItems, bytes: maxMessageCharacters }, sizeOf))
        outcomes.push(...(await read(name, message)))
      return outcomes
    }

    const runEach = async <Name extends keyof All & string>(name: Name, list: readonly TaskOf<All, Name>['args'][]) =>
      (await readInOrder(name, list as Args[], Number.POSITIVE_INFINITY)) as Outcome<TaskOf<All, Name>['value']>[]

    return {
      runEach,
      async run(name, ...args) {
        const [outcome] = await runEach(name, [args])
        if (!outcome) throw new Error(`${name} came to nothing`)
        return resultOf(outcome)
      },
    }
  }

  return {
    ofCaller: (holder, signal) => parserOf(lanes.ofCaller(holder, signal), signal),
    inBackground: (signal) => parserOf(lanes.inBackground(signal), signal),
    stop: threads.close,
  }
}

/** Estimates the characters of text in a value; stops counting beyond `max`. */
function charactersOf(value: unknown, max: number): number {
  let count = 0
  const waiting = [value]
  while (waiting.length > 0 && count <= max) {
    const next = waiting.pop()
    if (typeof next === 'string') count += next.length
    else if (ArrayBuffer.isView(next)) count += next.byteLength
    else if (typeof next === 'object' && next !== null) {
      // An empty value has a cost too.
      count += 10
      for (const inner of Object.values(next)) waiting.push(inner)
    }
  }
  return count
}
