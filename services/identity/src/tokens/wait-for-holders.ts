import { setTimeout as delay } from 'node:timers/promises'
import { type Holders, keyQuestions } from './key-questions.ts'
import type { KeyConfig } from './system-config.ts'

const retryAfterMs = 500
const timeoutMs = 10 * 60_000

type Holder = Holders['holders'][number]

/** The condition to wait for, and the processes that must meet it. */
interface WaitGoal {
  of: readonly Holder['role'][]
  /** The end of a sentence such as "2 of 2 gateways have the new key". */
  what: string
  holds: (holder: Holder) => boolean
}

/**
 * Resolves once every such process meets the condition: at once if all share the files, otherwise when the copies have
 * arrived. After ten minutes throws an error that names the missing processes.
 */
export async function waitForHolders(
  config: KeyConfig,
  wanted: WaitGoal,
  report: (line: string) => void,
): Promise<void> {
  const { holders } = keyQuestions(config)
  const giveUpAt = performance.now() + timeoutMs
  for (let before = ''; ; ) {
    const { reached, line } = summary(await holders(), wanted)
    if (line !== before) report(line)
    if (reached) return
    if (performance.now() > giveUpAt) throw new Error(`${line} Nothing is lost: run the command again to go on.`)
    before = line
    await delay(retryAfterMs)
  }
}

const names = { gateway: 'gateways', identity: 'replicas of identity' }
const copied = ' Where identity reads a copy of these files (a Kubernetes Secret), update it now.'

function summary({ holders, silent }: Holders, { of, what, holds }: WaitGoal) {
  const counts = of.map((role) => {
    const all = holders.filter((one) => one.role === role)
    // A silent process may have any keys, and without any known process nothing is certain either.
    const total = Math.max(1, all.length + (role === 'gateway' ? silent.length : 0))
    return { role, held: all.filter(holds).length, total }
  })
  const missing = counts.filter(({ held, total }) => held < total)
  const text = counts.map(({ role, held, total }) => `${held} of ${total} ${names[role]}`).join(' and ')
  const hint = missing.some(({ role }) => role === 'identity') ? copied : ''
  return { reached: missing.length === 0, line: `${text} ${what}.${hint}` }
}
