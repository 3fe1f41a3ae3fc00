import { setTimeout as delay } from 'node:timers/promises'
import { identityInternalOperations } from '@quire/contracts'
import { principalHeader, type SigningKey, secretKey, signAsService } from '@quire/kit'
import type { z } from 'zod'
import { datePrevious, dropPrevious, publishNext, readAccessKeys, useNext } from './key-files.ts'
import { visitorSeconds } from './signer.ts'
import type { KeyConfig } from './system-config.ts'

const { listKeyHolders, countTokensSignedUntil, recordAccessKeyChange } = identityInternalOperations
type Question = typeof listKeyHolders | typeof countTokensSignedUntil | typeof recordAccessKeyChange
type Change = z.output<typeof recordAccessKeyChange.body>
type Holders = z.output<(typeof listKeyHolders.replies)[200]>

const timeoutMs = 10_000

/** Asks the running identity about the use of its keys, and reports changes of them. */
const keyQuestions = (config: KeyConfig) => ({
  /** Returns the processes that have keys, and the silent ones. */
  holders: async (): Promise<Holders> => listKeyHolders.replies[200].parse(await answerOf(config, listKeyHolders)),
  /** Counts the valid access tokens that were created up to a moment. */
  async tokensUntil(moment: Date) {
    const reply = await answerOf(config, countTokensSignedUntil, { search: `?until=${moment.toISOString()}` })
    return countTokensSignedUntil.replies[200].parse(reply)
  },
  /** Records a change before it is made, so that none is made unrecorded: one that is interrupted may be recorded twice. */
  async record(change: Change): Promise<void> {
    await ask(config, recordAccessKeyChange, { body: change })
  },
})

const answerOf = async (...question: Parameters<typeof ask>): Promise<unknown> => (await ask(...question)).json()

/** Calls an operation of identity; throws one line if identity does not answer. */
async function ask(
  config: KeyConfig,
  question: Question,
  { search = '', body }: { search?: string; body?: object } = {},
): Promise<Response> {
  const { path, method } = question
  const principal = signAsService(secretKey(config, 'internal.key'), 'identity', question, { path })
  const answer = await fetch(new URL(`${path}${search}`, config.IDENTITY_URL), {
    method,
    headers: { [principalHeader]: principal, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause) => {
    throw new Error(`identity does not answer at ${config.IDENTITY_URL}: run the command again once it does.`, {
      cause,
    })
  })
  if (!answer.ok) throw new Error(`identity answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const holderPollMs = 500

const holderTimeoutMs = 10 * 60_000

type Holder = Holders['holders'][number]

/** The condition to wait for, and the processes that must meet it. */
interface WaitGoal {
  of: readonly Holder['role'][]
  /** The end of a sentence such as "2 of 2 gateways have the new key". */
  what: string
  holds: (holder: Holder) => boolean
}

const holderNames = { gateway: 'gateways', identity: 'replicas of identity' }

const copiedFilesHint = ' Where identity reads a copy of these files (a Kubernetes Secret), update it now.'

interface Options {
  /** Ends tokens of the previous key that are still valid. */
  force?: boolean
  /** Receives a line for each completed step and for each wait. */
  report: (line: string) => void
}

/**
 * Changes the key that signs access tokens, without ending any token and while everything runs (docs/adr/0012). Each step
 * continues the previous one, so a rotation may be interrupted anywhere: the next run continues from there. If it cannot
 * continue, throws one line with advice.
 */
export async function rotateKeys(config: KeyConfig, { force = false, report }: Options): Promise<void> {
  const { next, previous } = readAccessKeys(config)
  if (!next && previous && !previous.signedUntil) {
    await retirePrevious(config, previous, report)
    return report('The rotation that was interrupted is complete now; another run makes a new key.')
  }
  await removePrevious(config, { force, report })
  const { kid } = publishNext(config)
  report(`Published the new key ${kid} beside the one in use.`)
  const have = { of: ['gateway', 'identity'], what: 'have the new key' } as const
  await waitForHolders(config, { ...have, holds: ({ kids }) => kids.includes(kid) }, report)
  const { current } = readAccessKeys(config)
  await keyQuestions(config).record({ kid, change: 'use', force })
  useNext(config)
  report('It is the key in use.')
  await retirePrevious(config, current, report)
}

/** Waits until no process signs with the key any more, and dates it. Tokens signed by the key stay valid to their end. */
async function retirePrevious(config: KeyConfig, { kid }: SigningKey, report: Options['report']) {
  const sign = { of: ['identity'], what: 'sign with the new key' } as const
  await waitForHolders(config, { ...sign, holds: ({ signs }) => signs !== kid }, report)
  const now = new Date()
  datePrevious(config, now)
  const { goodUntil, tokens } = await usesOf(config, now)
  report(`The old key signs nothing more; what it signed is good until ${goodUntil} (${counted(tokens)}).`)
}

/** Removes the previous key, since only two keys are valid at a time. All its tokens must have expired. */
async function removePrevious(config: KeyConfig, { force, report }: Required<Options>) {
  const { current, previous } = readAccessKeys(config)
  if (!previous || previous.kid === current.kid) return
  const { goodUntil, tokens } = await usesOf(config, previous.signedUntil ?? new Date())
  if (Date.parse(goodUntil) > Date.now()) {
    if (!force) {
      throw new Error(
        `what the previous key signed is good until ${goodUntil} (${counted(tokens)}): ` +
          'rotate after that, or end it now with --force.',
      )
    }
    report(`Dropping the previous key ends ${counted(tokens)}.`)
  }
  await keyQuestions(config).record({ kid: previous.kid, change: 'drop', force })
  dropPrevious(config)
}

/** Returns the number of valid access tokens of a key that signed until then, and the expiry of the last one. */
async function usesOf(config: KeyConfig, until: Date) {
  const { tokens, lastExpiresAt } = await keyQuestions(config).tokensUntil(until)
  const visitorsUntil = until.getTime() + visitorSeconds * 1000
  const goodUntil = Math.max(visitorsUntil, lastExpiresAt === null ? 0 : Date.parse(lastExpiresAt))
  return { tokens, goodUntil: new Date(goodUntil).toISOString() }
}

const counted = (tokens: number) => `${tokens} access token${tokens === 1 ? '' : 's'}`

/**
 * Resolves once every such process meets the condition: at once if all share the files, otherwise when the copies have
 * arrived. After ten minutes throws an error that counts the missing processes; their ids mean nothing to anybody.
 */
async function waitForHolders(config: KeyConfig, wanted: WaitGoal, report: (line: string) => void): Promise<void> {
  const { holders } = keyQuestions(config)
  const giveUpAt = performance.now() + holderTimeoutMs
  for (let before = ''; ; ) {
    const { reached, line } = summary(await holders(), wanted)
    if (line !== before) report(line)
    if (reached) return
    if (performance.now() > giveUpAt) throw new Error(`${line} Nothing is lost: run the command again to go on.`)
    before = line
    await delay(holderPollMs)
  }
}

function summary({ holders, silent }: Holders, { of, what, holds }: WaitGoal) {
  const counts = of.map((role) => {
    const all = holders.filter((one) => one.role === role)
    // A silent process may have any keys, and without any known process nothing is certain either.
    const total = Math.max(1, all.length + (role === 'gateway' ? silent.length : 0))
    return { role, held: all.filter(holds).length, total }
  })
  const missing = counts.filter(({ held, total }) => held < total)
  const text = counts.map(({ role, held, total }) => `${held} of ${total} ${holderNames[role]}`).join(' and ')
  const hint = missing.some(({ role }) => role === 'identity') ? copiedFilesHint : ''
  return { reached: missing.length === 0, line: `${text} ${what}.${hint}` }
}
