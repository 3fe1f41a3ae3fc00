import { type Attack, type Attacker, attack } from '../attack.ts'
import { serve } from './child-process.ts'

interface Orders {
  attacker: Attacker
  sockets: number
  text: string
  /** The attack's behaviour after its first bytes. */
  next: 'drip' | 'flood' | 'wait'
}

let held: Attack | undefined

export const attacker = {
  /** Resolves once all connections are open. Connections that the gateway closes are opened again. */
  async begin({ attacker, sockets, text, next }: Orders) {
    held = await attack(attacker, sockets, text)
    held.persist()
    if (next === 'drip') held.drip(500)
    if (next === 'flood') held.flood()
  },
  /** Ends the attack; returns the number of connections that it opened in all. */
  end() {
    held?.stop()
    return held?.opened() ?? 0
  },
}

if (import.meta.main) serve(attacker)
