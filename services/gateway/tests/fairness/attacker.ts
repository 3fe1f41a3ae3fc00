import { type Attack, type Attacker, attack } from '../attack.ts'
import { serve } from './process.ts'

interface Orders {
  attacker: Attacker
  sockets: number
  text: string
  /** How it goes on after its first bytes. */
  next: 'drip' | 'flood' | 'wait'
}

let held: Attack | undefined

export const attacker = {
  /** Resolves once all connections are open; those that the gateway closes are opened again. */
  async begin({ attacker, sockets, text, next }: Orders) {
    held = await attack(attacker, sockets, text)
    held.persist()
    if (next === 'drip') held.drip(500)
    if (next === 'flood') held.flood()
  },
  /** Returns the number of connections it opened in all. */
  end() {
    held?.stop()
    return held?.opened() ?? 0
  },
}

if (import.meta.main) serve(attacker)
