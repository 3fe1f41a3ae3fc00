import { DocumentError } from '@quire/document/errors'
import { batched, createLanes, type Lane, type Logger, type Loop, type Metrics, unavailable } from '@quire/kit/edge'
import { Ended, type EndReason, openThreads } from '@quire/kit/threads'
import { Counter } from 'prom-client'
import type { ParsingConfig } from './config.ts'
import { type Outcome, outcomeOf, received, resultOf, type SentOutcome } from './outcomes.ts'
import { charactersOf } from './size.ts'
import { type Parser, perform, type TaskOf, type Tasks } from './tasks.ts'
import type { TextTask } from './thread.ts'

/**
 * Texts of up to this many characters together are read at once: most of them cost less than the way to a thread and
 * back. The worst ones of this length take some 30 ms, those of four times the length six times as long.
 */
const shortCharacters = 1000
/** The most characters of one message, unless a single text is longer. */
const messageCharacters = 64_000

interface ParsingParts {
  config: ParsingConfig
  /** The address of the module of the tasks: this thread loads it with the first text, others when they start. */
  tasks: string
  /** Tasks that go to a thread however short their texts are: what they load would hold up this one. */
  apart?: readonly string[]
  /** So many threads stay when there is nothing to read. */
  kept?: number
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

type Args = never[]

const sizeOf = (args: Args) => charactersOf(args, messageCharacters)

/** The threads of a service that read texts. */
export interface ParsingThreads<All extends Tasks> extends Pick<Loop, 'stop'> {
  /** For a request of this caller; `signal` is the request's. Refuses with 503 where too many texts wait. */
  ofCaller(holder: string, signal: AbortSignal): Parser<All>
  /** For work that no request waits for: it has a thread of its own and may wait for it for any time. */
  inBackground(signal: AbortSignal): Parser<All>
}

export function startParsing<All extends Tasks>({
  config,
  tasks,
  apart = [],
  kept = 0,
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
    { module, data: tasks, most: requests + 1, kept, memoryMb },
    failed,
  )
  const patienceMs = 2 * timeoutMs
  const lanes = createLanes({
    ...{ threads: requests, queue: config.PARSING_QUEUE, patienceMs },
    refusal: () => unavailable('Many long texts are being read: try again.', Math.ceil(patienceMs / 2000)),
  })

  function refusal(reason: EndReason): DocumentError {
    ended.inc({ reason })
    log.warn({ reason }, 'a text could not be read')
    const most = reason === 'deadline' ? `longer than ${timeoutMs / 1000} s` : 'more memory than a text may use'
    return new DocumentError('too-complex', `Reading the text takes ${most}: make it simpler, or split it`)
  }

  function parserOf(lane: Lane, signal: AbortSignal): Parser<All> {
    /** Short texts are read here and now, others in a thread. */
    async function read(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      const isShort = !apart.includes(name) && charactersOf(list, shortCharacters) <= shortCharacters
      return isShort ? readHere(name, list) : send(name, list)
    }

    async function readHere(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      const all: All = await import(tasks)
      return Promise.all(list.map((args) => outcomeOf(() => perform(all, name, args))))
    }

    /** Where a message of several texts reaches its deadline, each text is tried with a deadline of its own. */
    async function send(name: string, list: Args[]): Promise<Outcome<unknown>[]> {
      try {
        return (await lane(() => threads.work({ name, list }, { signal, timeoutMs }))).map(received)
      } catch (error) {
        if (!(error instanceof Ended) || error.reason === 'death') throw error
        if (list.length === 1) return [{ error: refusal(error.reason) }]
        return readInOrder(name, list, 1)
      }
    }

    async function readInOrder(name: string, list: Args[], most: number): Promise<Outcome<unknown>[]> {
      const outcomes: Outcome<unknown>[] = []
      for await (const message of batched(list, { items: most, bytes: messageCharacters }, sizeOf))
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
