import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message that the server received. */
interface ReceivedMail extends Email {
  /** The recipients in the envelope, who would get the message. */
  recipients: string[]
}

export interface MailServer {
  port: number
  url: string
  /** All received messages. */
  received: ReceivedMail[]
  /** Resolves with the first message to this address, at once if already received. */
  to(recipient: string): Promise<ReceivedMail>
  /** Resolves when the next message has been received. */
  next(): Promise<unknown>
  /** Resolves with the next refusal of a recipient. */
  refusal(): Promise<unknown>
  /** Resolves when the next connection ends. */
  disconnect(): Promise<unknown>
  stop(): Promise<void>
}

interface MailServerOptions extends SMTPServerOptions {
  /** Returns the status to refuse a recipient with; undefined accepts the message. */
  refuses?: (recipient: string) => number | undefined
}

/** Starts a real SMTP server on its own port that stores the accepted messages. */
export async function startMailServer({ refuses, ...options }: MailServerOptions = {}): Promise<MailServer> {
  const events = new EventEmitter()
  const received: ReceivedMail[] = []
  const arrivals = new Map<string, PromiseWithResolvers<ReceivedMail>>()
  function arrival(recipient: string) {
    const one = arrivals.get(recipient) ?? Promise.withResolvers<ReceivedMail>()
    arrivals.set(recipient, one)
    return one
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const responseCode = refuses?.(address)
      if (responseCode === undefined) return done()
      done(Object.assign(new Error('not now'), { responseCode }))
      events.emit('refusal', address)
    },
    async onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      // A service that stops closes the connection amid a message, which then was not received.
      const message = await text(stream).catch(() => undefined)
      if (message === undefined) return
      const mail = { ...(await PostalMime.parse(message)), recipients }
      received.push(mail)
      done()
      for (const recipient of recipients) arrival(recipient).resolve(mail)
      events.emit('mail')
    },
    onClose: () => events.emit('disconnect'),
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    to: (recipient) => arrival(recipient).promise,
    next: () => once(events, 'mail'),
    refusal: () => once(events, 'refusal'),
    disconnect: () => once(events, 'disconnect'),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
