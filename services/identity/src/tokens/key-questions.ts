import { identityInternalOperations } from '@quire/contracts'
import { principalHeader, secretKey, signPrincipal } from '@quire/kit'
import type { z } from 'zod'
import type { KeyPlace } from './system.ts'

const { listKeyHolders, countTokensSignedUntil } = identityInternalOperations
type Question = typeof listKeyHolders | typeof countTokensSignedUntil
export type Holders = z.output<(typeof listKeyHolders.replies)[200]>

const timeoutMs = 10_000

/** What the running identity knows about the use of its keys. */
export const keyQuestions = (place: KeyPlace) => ({
  /** Every process that has keys, and those that did not answer. */
  holders: async (): Promise<Holders> => listKeyHolders.replies[200].parse(await ask(place, listKeyHolders)),
  /** The valid access tokens that were made up to a moment. */
  async tokensUntil(moment: Date) {
    const reply = await ask(place, countTokensSignedUntil, `?until=${moment.toISOString()}`)
    return countTokensSignedUntil.replies[200].parse(reply)
  },
})

/** Throws one line where identity cannot be asked. */
async function ask(place: KeyPlace, { id, owner, method, path }: Question, search = ''): Promise<unknown> {
  const caller = { kind: 'service', scope: 'full' } as const
  const principal = signPrincipal(secretKey(place, 'internal.key'), owner, { caller, operation: id, method, path })
  const headers = { [principalHeader]: principal }
  const answer = await fetch(new URL(`${path}${search}`, place.IDENTITY_URL), {
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause) => {
    throw new Error(`identity does not answer at ${place.IDENTITY_URL}: run the command again once it does.`, { cause })
  })
  if (!answer.ok) throw new Error(`identity answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
