import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setInterval } from 'node:timers/promises'

/** Linux reports a process's time in hundredths of a second. */
const msPerTick = 10
const pageBytes = 4096
const pollEveryMs = 100
/** Servers that use less than this share of one processor are at rest: heartbeats always use a little. */
const restingShare = 0.15

/** A process whose cost is counted, its children with it where it works through them. */
export interface MeteredProcess {
  name: string
  pid: number
  children?: boolean
}

interface Reading {
  at: number
  serversMs: number
  selfMs: number
  machineMs: number
}

export interface Meter {
  read(): Reading
  /** Returns the time that the servers used since, and the share of the machine that other processes took. */
  since(before: Reading): { cpuMs: number; othersShare: number }
  /** Resolves once the servers are at rest, after `timeoutMs` at most: work that one load left must not slow the next. */
  waitForRest(timeoutMs: number, signal: AbortSignal): Promise<void>
  /** Resident memory of each process in MB. */
  memory(): { name: string; megabytes: number }[]
}

/** Reads `/proc`; without it costs are NaN. */
export function createMeter(watched: MeteredProcess[]): Meter {
  const read = (): Reading => ({
    at: performance.now(),
    serversMs: watched.reduce((sum, one) => sum + cpuMs(one), 0),
    selfMs: selfMs(),
    machineMs: machineMs(),
  })
  return {
    read,
    since(before) {
      const now = read()
      const servers = now.serversMs - before.serversMs
      const others = now.machineMs - before.machineMs - servers - (now.selfMs - before.selfMs)
      return { cpuMs: servers, othersShare: Math.max(0, others / ((now.at - before.at) * cpus().length)) }
    },
    async waitForRest(timeoutMs, signal) {
      const begun = performance.now()
      let before = read()
      for await (const _ of setInterval(pollEveryMs, undefined, { signal })) {
        const now = read()
        const share = (now.serversMs - before.serversMs) / (now.at - before.at)
        if (!(share > restingShare) || now.at - begun > timeoutMs) return
        before = now
      }
    },
    memory: () => watched.filter((one) => !one.children).map((one) => ({ name: one.name, megabytes: residentMb(one) })),
  }
}

function cpuMs({ pid, children }: MeteredProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = statOf(pid).slice(11, 15)
  const own = (user + system) * msPerTick
  if (!children) return own
  const below = childrenOf(pid).reduce((sum, child) => sum + cpuMs({ name: '', pid: child }), 0)
  return own + (reapedUser + reapedSystem) * msPerTick + below
}

function residentMb({ pid }: MeteredProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  return ((statOf(pid)[21] ?? 0) * pageBytes) / 1e6
}

/** Memory that a process adds to the memory in use: pages that several share, such as the code of Node, count in parts. */
export function proportionalMb({ pid }: MeteredProcess): number {
  const kilobytes = contentOf(`/proc/${pid}/smaps_rollup`).match(/^Pss:\s+(\d+) kB$/m)?.[1]
  return kilobytes === undefined ? Number.NaN : (Number(kilobytes) * 1024) / 1e6
}

/** The numbers after the name (which may hold spaces); none if the process has ended. */
function statOf(pid: number): number[] {
  const text = contentOf(`/proc/${pid}/stat`)
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

function childrenOf(pid: number): number[] {
  return contentOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** A child may end between being listed and being read. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(Object(error).code)) return ''
    throw error
  }
}

function selfMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function machineMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
