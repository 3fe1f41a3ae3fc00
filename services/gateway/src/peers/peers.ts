import { errors } from '@nats-io/transport-node'
import { type Bus, type Logger, newId, startLoop } from '@quire/kit/edge'
import { z } from 'zod'
import { createAcknowledgements } from './acknowledgements.ts'

const PeerNews = z.union([
  /** A write, which the caller's next request must see. */
  z.object({ userId: z.string(), position: z.object({ stream: z.string(), sequence: z.number().int() }) }),
  /** Keys in the bucket of revocations. */
  z.object({ revoked: z.array(z.string()) }),
])

/** News that every gateway must know before the answer to a request is sent. */
type PeerNews = z.infer<typeof PeerNews>

/** A message between gateways. */
const PeerMessage = z.discriminatedUnion('kind', [
  /** `sentAt` is by the sender's own clock and means nothing to others. */
  z.object({ kind: z.literal('here'), from: z.string(), sentAt: z.number() }),
  z.object({ kind: z.literal('gone'), from: z.string() }),
  z.object({ kind: z.literal('news'), from: z.string(), news: PeerNews, number: z.number().int() }),
  z.object({ kind: z.literal('known'), from: z.string(), number: z.number().int() }),
])

type PeerMessage = z.infer<typeof PeerMessage>

const heartbeatEveryMs = 1000
const silentAfterMs = 3500
const rollCall = { strategy: 'stall', maxWait: 500, stall: 100 } as const
const acknowledgeTimeoutMs = 250

/**
 * Time after the return of a heartbeat in which a gateway is certain to know all that others published. Longer than the
 * time between two heartbeats; otherwise the gateway would be uncertain without a reason.
 */
export const certainForMs = 1500

/** The other gateways of this system. */
export interface Peers {
  /**
   * Resolves once every known gateway has the news; at once if there is no other. The wait for a gateway that does not
   * answer is 250 ms, for a revocation so long that the other is uncertain by then (`certainForMs`).
   */
  publish(news: PeerNews): Promise<void>
  /**
   * Milliseconds since this gateway sent the latest heartbeat that came back: the gateway knows everything that was
   * published before.
   */
  uncertainMs(): number
  /** The end of the last time in which this gateway was uncertain, by `performance.now()`. */
  certainSince(): number
  /** Ids of the other gateways from which a message arrived lately. */
  known(): string[]
  /** Id of this gateway. */
  id: string
  close(): Promise<void>
}

/**
 * Finds the other gateways over core NATS and exchanges news with them. Resolves once the others know this gateway, so
 * before it serves its first request.
 */
export async function openPeers(bus: Bus, log: Logger, learn: (news: PeerNews) => void): Promise<Peers> {
  const self = newId()
  const lastReceivedAt = new Map<string, number>()
  let cameBack = Number.NEGATIVE_INFINITY
  let certainSince = Number.NEGATIVE_INFINITY
  const uncertainMs = () => performance.now() - cameBack
  const acknowledgements = createAcknowledgements()
  const everyone = bus.subject('gateways')
  const inbox = (id: string) => `${everyone}.${id}`
  const roll = `${everyone}.roll`

  function send(subject: string, message: PeerMessage) {
    if (bus.isConnected()) bus.connection.publish(subject, JSON.stringify(message))
  }

  function cameBackFrom(sentAt: number) {
    if (uncertainMs() >= certainForMs) certainSince = performance.now()
    cameBack = sentAt
  }

  function receive(message: PeerMessage) {
    if (message.from === self) {
      if (message.kind === 'here') cameBackFrom(message.sentAt)
      return
    }
    if (message.kind === 'gone') {
      lastReceivedAt.delete(message.from)
      return acknowledgements.dropPeer(message.from)
    }
    lastReceivedAt.set(message.from, performance.now())
    if (message.kind === 'known') acknowledgements.acknowledge(message.from, message.number)
    if (message.kind !== 'news') return
    learn(message.news)
    send(inbox(message.from), { kind: 'known', from: self, number: message.number })
  }

  function subscribe(subject: string, then?: (respond: (data: string) => boolean) => void) {
    bus.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return
        const parsed = PeerMessage.safeParse(message.json())
        if (!parsed.success) return log.warn({ subject }, 'a message among gateways was not understood')
        receive(parsed.data)
        then?.((data) => message.respond(data))
      },
    })
  }

  const here = (): PeerMessage => ({ kind: 'here', from: self, sentAt: performance.now() })
  subscribe(everyone)
  subscribe(inbox(self))
  await callTheRoll(bus, roll, here(), receive)
  subscribe(roll, (respond) => respond(JSON.stringify(here())))
  const heartbeat = startLoop({ name: 'gateway presence', everyMs: heartbeatEveryMs, log }, async () => {
    send(everyone, here())
    for (const [id, receivedAt] of lastReceivedAt) {
      if (performance.now() - receivedAt > silentAfterMs) lastReceivedAt.delete(id)
    }
  })

  return {
    async publish(news) {
      const waitMs = 'revoked' in news ? certainForMs + acknowledgeTimeoutMs : acknowledgeTimeoutMs
      if (lastReceivedAt.size === 0 || !bus.isConnected()) return
      const left = await acknowledgements.publish(lastReceivedAt.keys(), waitMs, (number) =>
        send(everyone, { kind: 'news', from: self, news, number }),
      )
      // A gateway that did not answer is waited for again after its next heartbeat.
      for (const id of left) lastReceivedAt.delete(id)
    },
    uncertainMs,
    certainSince: () => certainSince,
    known: () => [...lastReceivedAt.keys()],
    id: self,
    async close() {
      await heartbeat.stop()
      send(everyone, { kind: 'gone', from: self })
    },
  }
}

/** Asks all running gateways to answer. No answer at all is no error. */
async function callTheRoll(bus: Bus, subject: string, here: PeerMessage, receive: (message: PeerMessage) => void) {
  const answers = await bus.connection.requestMany(subject, JSON.stringify(here), rollCall)
  try {
    for await (const answer of answers) receive(PeerMessage.parse(answer.json()))
  } catch (error) {
    if (!(error instanceof errors.NoRespondersError)) throw error
  }
}
