import { KeyHolder, keyRollSubject } from '@quire/contracts'
import { type Bus, newId, unavailable } from '@quire/kit'
import type { Signer } from './signer.ts'

const rollCall = { strategy: 'stall', maxWait: 2000, stall: 400 } as const

interface KeyHolders {
  /** Asks every gateway and every replica of identity for their keys; throws 503 while the broker is unavailable. */
  ask(): Promise<{ holders: KeyHolder[]; silent: string[] }>
}

/** The dependency of handlers that ask who holds the keys. */
export interface KeyHoldersNeeds {
  keyHolders: KeyHolders
}

/** Answers roll calls for this process; the result can call the roll. */
export function answerKeyRoll(bus: Bus, signer: Signer): KeyHolders {
  const self = newId()
  const subject = bus.subject(keyRollSubject)

  function kids(): string[] {
    signer.refresh()
    return signer.publicKeys().map(({ kid }) => kid)
  }

  bus.connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      const holder: KeyHolder = { id: self, role: 'identity', kids: kids(), signs: signer.signs() }
      message.respond(JSON.stringify(holder))
    },
  })

  return {
    async ask() {
      if (!bus.isConnected()) throw unavailable('Gateways cannot be asked while the message bus is away.')
      const holders: KeyHolder[] = []
      const answers = await bus.connection.requestMany(subject, JSON.stringify({ kids: kids() }), rollCall)
      for await (const answer of answers) holders.push(KeyHolder.parse(answer.json()))
      const peersOfHolders = new Set(holders.flatMap(({ peers = [] }) => peers))
      for (const { id } of holders) peersOfHolders.delete(id)
      return { holders, silent: [...peersOfHolders] }
    },
  }
}
