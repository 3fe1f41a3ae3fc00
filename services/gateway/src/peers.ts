import { errors } from '@nats-io/transport-node'
import { type Bus, type Logger, newId, startLoop } from '@quire/kit'
import { z } from 'zod'
import { createReceipts } from './receipts.ts'

const heartbeatEveryMs = 1000
const silentAfterMs = 3500
const rollCall = { strategy: 'stall', maxWait: 500, stall: 100 } as const

const News = z.object({ userId: z.string(), position: z.object({ stream: z.string(), sequence: z.number().int() }) })
/** A write that every gateway should know of. */
export type News = z.infer<typeof News>

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), from: z.string() }),
  z.object({ kind: z.literal('gone'), from: z.string() }),
  z.object({ kind: z.literal('news'), from: z.string(), news: News, number: z.number().int() }),
  z.object({ kind: z.literal('known'), from: z.string(), number: z.number().int() }),
])
type Message = z.infer<typeof Message>

/** The other gateways of this system. */
export interface Peers {
  /** Resolves once every gateway known to be there has the news, after 250 ms at most; at once where there is no other. */
  tell(news: News): Promise<void>
  close(): Promise<void>
}

/**
 * Finds the other gateways over core NATS and exchanges news with them. A newcomer is known to the
 * others before this resolves, so before it serves its first request.
 */
export async function openPeers(bus: Bus, log: Logger, learn: (news: News) => void): Promise<Peers> {
  const self = newId()
  const lastHeard = new Map<string, number>()
  const receipts = createReceipts()
  const everyone = bus.subject('gateways')
  const inbox = (id: string) => `${everyone}.${id}`
  const roll = `${everyone}.roll`

  function send(subject: string, message: Message) {
    if (bus.isConnected()) bus.connection.publish(subject, JSON.stringify(message))
  }

  function receive(message: Message) {
    if (message.from === self) return
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

  const here: Message = { kind: 'here', from: self }
  subscribe(everyone)
  subscribe(inbox(self))
  await callTheRoll(bus, roll, here, receive)
  subscribe(roll, (respond) => respond(JSON.stringify(here)))
  const heartbeat = startLoop({ name: 'gateway presence', everyMs: heartbeatEveryMs, log }, async () => {
    send(everyone, here)
    for (const [id, heardAt] of lastHeard) {
      if (performance.now() - heardAt > silentAfterMs) lastHeard.delete(id)
    }
  })

  return {
    async tell(news) {
      if (lastHeard.size === 0 || !bus.isConnected()) return
      const left = await receipts.collect(lastHeard.keys(), (number) =>
        send(everyone, { kind: 'news', from: self, news, number }),
      )
      // Whoever did not answer is waited for again once its next heartbeat comes.
      for (const id of left) lastHeard.delete(id)
    },
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
