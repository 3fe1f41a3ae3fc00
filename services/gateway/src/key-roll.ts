import { type KeyHolder, KeyRoll, keyRollSubject } from '@quire/contracts'
import type { Bus, Logger } from '@quire/kit/edge'
import type { Peers } from './peers.ts'
import type { TokenKeys } from './token-keys.ts'

/**
 * Tells identity, when it asks, which keys this gateway has, and first fetches the ones that it lacks. A new key comes
 * into use once all gateways have said that they have it.
 */
export function answerKeyRoll(bus: Bus, keys: TokenKeys, { id, known }: Peers, log: Logger): void {
  async function follow(published: string[]): Promise<KeyHolder> {
    await keys.follow(published)
    return { id, role: 'gateway', kids: keys.ids(), peers: known() }
  }

  bus.connection.subscribe(bus.subject(keyRollSubject), {
    callback: (error, message) => {
      if (error) return
      const roll = KeyRoll.safeParse(message.json())
      if (!roll.success) return log.warn('a call of the roll of keys was not understood')
      void follow(roll.data.kids).then((holder) => message.respond(JSON.stringify(holder)))
    },
  })
}
