import { FetchRefused, type GuardedPoster } from '@quire/kit'
import { BundleFailed } from '../bundles/bundle-failed.ts'
import type { Bundle } from '../bundles/bundle-pool.ts'
import type { Bundles } from '../bundles/bundles.ts'
import { signatureHeaders } from './sign-event.ts'

/** The code of an integration: a server of its publisher, which gets signed messages, or a bundle that runs here. */
export type Receiver = { url: string; secret: string } | { bundle: Bundle }

/** An event on its way to the code of an integration. */
export type Message =
  | { id: string; to: { url: string; secret: string }; body: object }
  | { id: string; to: { bundle: Bundle }; body: { event: object; environment: object } }

export interface ReceiverNeeds {
  /** Sends requests to endpoints of integrations. */
  endpoints: GuardedPoster
  bundles: Bundles
  now: () => Date
}

interface SendOptions {
  /** The bytes of the answer that are read. */
  maxBytes: number
  timeoutMs: number
  signal: AbortSignal
}

interface Answer {
  status: number
  body: Buffer
  isCut: boolean
}

/** The code of an integration could not be asked: a message without its subject, which never repeats what it said. */
export class ReceiverFailed extends Error {
  readonly problem: string

  constructor(problem: string) {
    super(problem)
    this.name = 'ReceiverFailed'
    this.problem = problem
  }
}

/** Names a receiver, as the subject of a sentence. */
export const nameOf = ({ to }: Message) => ('bundle' in to ? 'bundle' : 'endpoint')

/** Sends a message; any answer is a result, and every failure a `ReceiverFailed`. */
export async function send(
  message: Message,
  { endpoints, bundles, now }: ReceiverNeeds,
  options: SendOptions,
): Promise<Answer> {
  try {
    if ('bundle' in message.to) {
      const { event, environment } = message.body as { event: object; environment: object }
      return await bundles.ask(message.to.bundle, { event, environment, ...options })
    }
    const body = JSON.stringify(message.body)
    const signed = signatureHeaders({ id: message.id, at: now(), body, secret: message.to.secret })
    const headers = { 'content-type': 'application/json', ...signed }
    return await endpoints.post(message.to.url, { field: 'endpoint', body, headers, ...options })
  } catch (error) {
    if (error instanceof BundleFailed || error instanceof FetchRefused) throw new ReceiverFailed(error.problem)
    throw error
  }
}
