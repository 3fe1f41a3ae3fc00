import type { Consumer, ConsumerMessages } from '@nats-io/jetstream'

/** The interval at which the broker says that it has nothing to deliver. */
const heartbeatMs = 2000

/** Thrown in place of the next message. */
export class Silence extends Error {
  constructor() {
    super('the broker has stopped delivering')
  }
}

/**
 * Requests messages. They end with `Silence` when two heartbeats of the broker are missing: the client would wait without
 * end for a consumer whose server is away, as long as other members of its cluster know of it.
 */
export async function fetchMessages(
  consumer: Pick<Consumer, 'fetch'>,
  request: { max_messages: number; expires: number },
): Promise<ConsumerMessages> {
  const messages = await consumer.fetch({ ...request, idle_heartbeat: Math.min(heartbeatMs, request.expires / 2) })
  void endSilence(messages)
  return messages
}

async function endSilence(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === 'heartbeats_missed') messages.stop(new Silence())
}
