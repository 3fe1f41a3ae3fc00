import { identityInternalOperations } from '@quire/contracts'
import { principalHeader, secretKey, signPrincipal } from '@quire/kit'
import type { z } from 'zod'
import type { KeyConfig } from './system-config.ts'

const { listKeyHolders, countTokensSignedUntil } = identityInternalOperations
type Question = typeof listKeyHolders | typeof countTokensSignedUntil
export type Holders = z.output<(typeof listKeyHolders.replies)[200]>

const timeoutMs = 10_000

/** Asks the running identity about the use of its keys. */
export const keyQuestions = (config: KeyConfig) => ({
  /** Returns the processes that have keys, and the silent ones. */
  holders: async (): Promise<Holders> => listKeyHolders.replies[200].parse(await ask(config, listKeyHolders)),
  /** Counts the valid access tokens that were created up to a moment. */
  async tokensUntil(moment: Date) {
    const reply = await ask(config, countTokensSignedUntil, `?until=${moment.toISOString()}`)
    return countTokensSignedUntil.replies[200].parse(reply)
  },
})

/** Calls an operation of identity; throws one line if identity does not answer. */
async function ask(config: KeyConfig, { id, owner, method, path }: Question, search = ''): Promise<unknown> {
  const caller = { kind: 'service', scope: 'full' } as const
  const principal = signPrincipal(secretKey(config, 'internal.key'), owner, { caller, operation: id, method, path })
  const headers = { [principalHeader]: principal }
  const answer = await fetch(new URL(`${path}${search}`, config.IDENTITY_URL), {
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause) => {
    throw new Error(`identity does not answer at ${config.IDENTITY_URL}: run the command again once it does.`, {
      cause,
    })
  })
  if (!answer.ok) throw new Error(`identity answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
