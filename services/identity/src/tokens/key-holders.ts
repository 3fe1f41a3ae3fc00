import { KeyHolder, keyRollSubject } from '@quire/contracts'
import { type Bus, newId, unavailable } from '@quire/kit'
import type { Signer } from './signer.ts'

const patience = { strategy: 'stall', maxWait: 2000, stall: 400 } as const

export interface KeyHolders {
  /** Asks every gateway and every replica of identity which keys they have; throws 503 while the broker is away. */
  ask(): Promise<{ holders: KeyHolder[]; silent: string[] }>
}

/** Answers for this process when the roll is called, and can call it. */
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
      const answers = await bus.connection.requestMany(subject, JSON.stringify({ kids: kids() }), patience)
      for await (const answer of answers) holders.push(KeyHolder.parse(answer.json()))
      const heard = new Set(holders.flatMap(({ peers = [] }) => peers))
      for (const { id } of holders) heard.delete(id)
      return { holders, silent: [...heard] }
    },
  }
}
