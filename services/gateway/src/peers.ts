import { errors } from '@nats-io/transport-node'
import { type Bus, type Logger, newId, startLoop } from '@quire/kit/edge'
import { Message, type News } from './peer-messages.ts'
import { createReceipts } from './receipts.ts'

const heartbeatEveryMs = 1000
const silentAfterMs = 3500
const rollCall = { strategy: 'stall', maxWait: 500, stall: 100 } as const
const patienceMs = 250

/**
 * How long after a heartbeat came back a gateway is certain that it knows all that others told. It is longer than the
 * time between two heartbeats, or the gateway would be uncertain for nothing.
 */
export const certainForMs = 1500

/** The other gateways of this system. */
export interface Peers {
  /**
   * Resolves once every gateway known to be there has the news; at once where there is no other. It waits 250 ms for
   * one that does not answer; for a revocation so long that the other is uncertain by then (`certainForMs`).
   */
  tell(news: News): Promise<void>
  /**
   * Milliseconds since this gateway sent the latest heartbeat that came back: it knows everything that was told before.
   */
  uncertainMs(): number
  /** The end of the last time that it was uncertain, by `performance.now()`. */
  certainSince(): number
  /** Ids of the other gateways heard lately. */
  known(): string[]
  /** This gateway's own id. */
  id: string
  close(): Promise<void>
}

/**
 * Finds the other gateways over core NATS and exchanges news with them. A newcomer is known to the
 * others before this resolves, so before it serves its first request.
 */
export async function openPeers(bus: Bus, log: Logger, learn: (news: News) => void): Promise<Peers> {
  const self = newId()
  const lastHeard = new Map<string, number>()
  let cameBack = Number.NEGATIVE_INFINITY
  let certainSince = Number.NEGATIVE_INFINITY
  const uncertainMs = () => performance.now() - cameBack
  const receipts = createReceipts()
  const everyone = bus.subject('gateways')
  const inbox = (id: string) => `${everyone}.${id}`
  const roll = `${everyone}.roll`

  function send(subject: string, message: Message) {
    if (bus.isConnected()) bus.connection.publish(subject, JSON.stringify(message))
  }

  function cameBackFrom(sentAt: number) {
    if (uncertainMs() >= certainForMs) certainSince = performance.now()
    cameBack = sentAt
  }

  function receive(message: Message) {
    if (message.from === self) {
      if (message.kind === 'here') cameBackFrom(message.sentAt)
      return
    }
    if (message.kind === 'gone') {
      lastHeard.delete(message.from)
      return receipts.gone(message.from)
    }
    lastHeard.set(message.from, performance.now())
    if (message.kind === 'known') receipts.got(message.from, message.number)
    if (message.kind !== 'news') return
    learn(message.news)
    send(inbox(message.from), { kind: 'known', from: self, number: message.number })
  }

  function subscribe(subject: string, then?: (respond: (data: string) => boolean) => void) {
    bus.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return
        const parsed = Message.safeParse(message.json())
        if (!parsed.success) return log.warn({ subject }, 'a message among gateways was not understood')
        receive(parsed.data)
        then?.((data) => message.respond(data))
      },
    })
  }

  const here = (): Message => ({ kind: 'here', from: self, sentAt: performance.now() })
  subscribe(everyone)
  subscribe(inbox(self))
  await callTheRoll(bus, roll, here(), receive)
  subscribe(roll, (respond) => respond(JSON.stringify(here())))
  const heartbeat = startLoop({ name: 'gateway presence', everyMs: heartbeatEveryMs, log }, async () => {
    send(everyone, here())
    for (const [id, heardAt] of lastHeard) {
      if (performance.now() - heardAt > silentAfterMs) lastHeard.delete(id)
    }
  })

  return {
    async tell(news) {
      const waitMs = 'revoked' in news ? certainForMs + patienceMs : patienceMs
      if (lastHeard.size === 0 || !bus.isConnected()) return
      const left = await receipts.collect(lastHeard.keys(), waitMs, (number) =>
        send(everyone, { kind: 'news', from: self, news, number }),
      )
      // Whoever did not answer is waited for again once its next heartbeat comes.
      for (const id of left) lastHeard.delete(id)
    },
    uncertainMs,
    certainSince: () => certainSince,
    known: () => [...lastHeard.keys()],
    id: self,
    async close() {
      await heartbeat.stop()
      send(everyone, { kind: 'gone', from: self })
    },
  }
}

/** Those who are there answer; nobody at all is no error. */
async function callTheRoll(bus: Bus, subject: string, here: Message, receive: (message: Message) => void) {
  const answers = await bus.connection.requestMany(subject, JSON.stringify(here), rollCall)
  try {
    for await (const answer of answers) receive(Message.parse(answer.json()))
  } catch (error) {
    if (!(error instanceof errors.NoRespondersError)) throw error
  }
}
