import { DeliverPolicy } from '@nats-io/jetstream'
import { auditEventNouns, type EventDefinition, EventEnvelope, type Noun } from '@quire/contracts'
import { type Bus, newId, openPositions, outboxRow, resyncEndedType, streamIdentity } from '@quire/kit'
import type { ZodType, z } from 'zod'

const settledTimeoutMs = 10_000

/** Events of audited operations are left out: they follow from the contract, and would be in every list. */
const auditTypes: ReadonlySet<string> = new Set(Object.values(auditEventNouns).map(({ saved }) => saved.type))

/** Publishes events to the service, and collects those that it publishes. */
export function openPublication(bus: Bus, name: string) {
  const positions = openPositions(bus, 'test')

  async function publish(event: EventDefinition, data: unknown) {
    const { id, envelope } = outboxRow(event, data as never)
    await bus.jetstream.publish(bus.eventSubject(envelope.type), JSON.stringify(envelope), { msgID: id })
  }

  return {
    publishEvent: <Data extends ZodType>(event: EventDefinition<Data>, data: z.input<Data>) =>
      publish(event as EventDefinition, data),

    publishRemoval: (noun: Noun, key: string, version: number) =>
      publish(noun.removed as EventDefinition, { key, version }),

    async settled() {
      const { id: stream, last: sequence } = await streamIdentity(bus)
      if (!(await positions.reached(name, { stream, sequence }, settledTimeoutMs))) {
        throw new Error(`${name} has not applied message ${sequence} in ${settledTimeoutMs} ms`)
      }
    },

    async eventsDuring(work: () => Promise<unknown>) {
      const before = await streamIdentity(bus)
      await work()
      const { last } = await streamIdentity(bus)
      const sequences = Array.from({ length: last - before.last }, (_, index) => before.last + 1 + index)
      const messages = await Promise.all(sequences.map((seq) => bus.manager.streams.getMessage(bus.stream, { seq })))
      const envelopes = messages.map((message) => EventEnvelope.parse(message?.json()))
      return envelopes.filter(({ type }) => type.startsWith(`${name}.`) && !auditTypes.has(type))
    },

    async repeated() {
      const run = newId()
      const { last } = await streamIdentity(bus)
      const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: last + 1 }
      const messages = await (await bus.jetstream.consumers.get(bus.stream, from)).consume()
      bus.connection.publish(bus.subject(`resync.${name}`), run)
      const envelopes: EventEnvelope[] = []
      for await (const message of messages) {
        const envelope = EventEnvelope.parse(message.json())
        if (envelope.type === resyncEndedType) break
        if (envelope.resync === run && !auditTypes.has(envelope.type)) envelopes.push(envelope)
      }
      await messages.close()
      return envelopes
    },
  }
}
