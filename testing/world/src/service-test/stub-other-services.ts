import { DeliverPolicy } from '@nats-io/jetstream'
import { deletedOrganizationsSubject, type OwnerName, serviceNames } from '@quire/contracts'
import {
  type Bus,
  createLog,
  heartbeatType,
  type Loop,
  openPositions,
  publishControlMessage,
  resyncBegunType,
  resyncEndedType,
  seededKey,
  startHeartbeat,
  streamIdentity,
} from '@quire/kit'

/**
 * Stubs of the other services, as far as one service alone needs them. They answer a resync with an empty state, and
 * announce everything as applied. Unless identity is under test, they send a heartbeat, seed the revocations, and know of no
 * deleted organization.
 */
export async function stubOtherServices(bus: Bus, name: OwnerName) {
  const others = serviceNames.filter((one) => one !== 'gateway' && one !== name)
  for (const owner of others) answerResyncs(bus, owner)
  const follower = await followStream(bus, others)
  let heartbeat: Loop | undefined
  if (name !== 'identity') {
    await bus.revocations.put(seededKey, '')
    bus.connection.subscribe(bus.subject(deletedOrganizationsSubject), {
      callback: (_, message) => void message.respond(JSON.stringify({ deleted: [] })),
    })
    heartbeat = startHeartbeat(bus, createLog('test', 'fatal'))
  }
  return {
    /** Resolves when the service reports that it is ready; checks whenever its projector has moved. */
    async ready(port: number) {
      const announced = bus.connection.subscribe(bus.subject('positions'))
      await publishControlMessage(bus, heartbeatType, {})
      for await (const message of announced) {
        if (message.json<{ from: string }>().from !== name) continue
        if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return
        await publishControlMessage(bus, heartbeatType, {})
      }
    },
    async stop() {
      await heartbeat?.stop()
      await follower.close()
    },
  }
}

function answerResyncs(bus: Bus, owner: string) {
  const answered = new Set<string>()
  bus.connection.subscribe(bus.subject(`resync.${owner}`), {
    callback: (error, message) => {
      const run = message.string()
      if (error || answered.has(run)) return
      answered.add(run)
      void publishControlMessage(bus, resyncBegunType, { owner, run }).then(() =>
        publishControlMessage(bus, resyncEndedType, { owner, run }),
      )
    },
  })
}

/** Announces every message as applied, so that operations that narrow rights need not wait. */
async function followStream(bus: Bus, others: string[]) {
  const { id: stream, last } = await streamIdentity(bus)
  const positions = others.map((one) => openPositions(bus, one))
  const consumer = await bus.jetstream.consumers.get(bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: last + 1,
  })
  return consumer.consume({
    callback: ({ seq: sequence }) => {
      for (const one of positions) one.announce({ stream, sequence })
    },
  })
}
