import { setTimeout as pause } from 'node:timers/promises'
import { type Holders, keyQuestions } from './key-questions.ts'
import type { KeyPlace } from './system.ts'

const againAfterMs = 500
const patienceMs = 10 * 60_000

type Holder = Holders['holders'][number]

/** What is waited for, and of whom. */
interface WaitGoal {
  of: readonly Holder['role'][]
  /** As in "2 of 2 gateways have the new key". */
  what: string
  holds: (holder: Holder) => boolean
}

/**
 * Resolves once every such process is as wanted: at once where all share the files, and else when the copies have
 * arrived. After ten minutes it throws, saying what is missing.
 */
export async function untilEverybody(place: KeyPlace, wanted: WaitGoal, tell: (line: string) => void): Promise<void> {
  const { holders } = keyQuestions(place)
  const giveUpAt = performance.now() + patienceMs
  for (let before = ''; ; ) {
    const { reached, line } = summary(await holders(), wanted)
    if (line !== before) tell(line)
    if (reached) return
    if (performance.now() > giveUpAt) throw new Error(`${line} Nothing is lost: run the command again to go on.`)
    before = line
    await pause(againAfterMs)
  }
}

const names = { gateway: 'gateways', identity: 'replicas of identity' }
const copied = ' Where identity reads a copy of these files (a Kubernetes Secret), update it now.'

function summary({ holders, silent }: Holders, { of, what, holds }: WaitGoal) {
  const counts = of.map((role) => {
    const all = holders.filter((one) => one.role === role)
    // A process that did not answer may have anything; and where no process is known at all, nothing is certain either.
    const total = Math.max(1, all.length + (role === 'gateway' ? silent.length : 0))
    return { role, held: all.filter(holds).length, total }
  })
  const missing = counts.filter(({ held, total }) => held < total)
  const text = counts.map(({ role, held, total }) => `${held} of ${total} ${names[role]}`).join(' and ')
  const hint = missing.some(({ role }) => role === 'identity') ? copied : ''
  return { reached: missing.length === 0, line: `${text} ${what}.${hint}` }
}
