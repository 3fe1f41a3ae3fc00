import { type KeyHolder, KeyRoll, keyRollSubject } from '@quire/contracts'
import type { Bus, Logger } from '@quire/kit/edge'
import type { Peers } from './peers.ts'
import type { TokenKeys } from './token-keys.ts'

/**
 * Answers identity's roll call with the keys that this gateway has, after fetching the missing ones. Identity uses a new
 * key once all gateways have confirmed that they have it.
 */
export function answerKeyRoll(bus: Bus, keys: TokenKeys, { id, known }: Peers, log: Logger): void {
  async function answer(published: string[]): Promise<KeyHolder> {
    await keys.ensureKeys(published)
    return { id, role: 'gateway', kids: keys.ids(), peers: known() }
  }

  bus.connection.subscribe(bus.subject(keyRollSubject), {
    callback: (error, message) => {
      if (error) return
      const roll = KeyRoll.safeParse(message.json())
      if (!roll.success) return log.warn('a call of the roll of keys was not understood')
      void answer(roll.data.kids).then((holder) => message.respond(JSON.stringify(holder)))
    },
  })
}
