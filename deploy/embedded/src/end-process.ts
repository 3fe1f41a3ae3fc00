import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay, setInterval } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** A signal that asks a process to end, and the time that it has for that. */
export interface EndRequest {
  signal: NodeJS.Signals
  withinMs: number
}

/** The time that the kernel has to end what was killed. */
export const killedWithinMs = 1500
/** The default of `stop`: all that belongs to a process has ended by then, also if it hangs. */
export const stopWithinMs = 12_500

/**
 * Sends the signals one after another, and resolves when the process and every descendant that inherited its streams have
 * ended: only then may another server use the folder. A process that answers no signal is killed with all its
 * descendants. Resolves without its end if even that takes longer than `killedWithinMs`.
 */
export async function end(child: ChildProcess, requests: EndRequest[]): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  for (const { signal, withinMs } of requests) {
    child.kill(signal)
    if (await isWithin(closed, withinMs)) return
  }
  killTree(child.pid ?? 0)
  if (await isWithin(closed, killedWithinMs)) return
  // The kernel holds the process, or another one holds its streams; both may take for ever.
  child.unref()
  for (const stream of child.stdio) stream?.destroy()
}

async function isWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const isDone = await Promise.race([done.then(() => true), late])
  timer.abort()
  return isDone
}

/**
 * Ends a process that an earlier, killed supervisor left behind, as `end` does, and resolves when it has ended. Only a
 * process with `marker` in its command line is touched. Throws a StartError if even SIGKILL does not end it.
 */
export async function endLeftover(pid: number, marker: string, requests: EndRequest[]): Promise<void> {
  for (const { signal, withinMs } of [...requests, { signal: 'SIGKILL', withinMs: killedWithinMs } as const]) {
    if (!isRunning(pid, marker)) return
    if (signal === 'SIGKILL') killTree(pid)
    else process.kill(pid, signal)
    const deadline = Date.now() + withinMs
    // The system has no event for the end of a process that is not a child.
    for await (const _ of setInterval(20)) {
      if (!isRunning(pid, marker)) return
      if (Date.now() > deadline) break
    }
  }
  throw new StartError(`process ${pid} of an earlier start does not end: kill it and start again`)
}

/** True if process `pid` runs and has `marker` in its command line: the id may belong to another process by now. */
export function isRunning(pid: number, marker: string): boolean {
  const line = pid > 0 ? commandLine(pid) : ''
  return line !== '' && line.includes(marker)
}

/**
 * Returns this process as `isRunning` finds it. Node makes the path of its script absolute, while the command line has it as
 * it was typed; then the whole line is the marker.
 */
export function ownProcess(): { pid: number; script: string } {
  const { pid } = process
  const [line, script = ''] = [commandLine(pid), process.argv[1]]
  return { pid, script: line.includes(script) ? script : line }
}

/** Returns the command line of a process, or an empty string if it has ended (or is a zombie). */
function commandLine(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  return readProcess(pid, 'cmdline').replaceAll('\0', ' ')
}

/** PostgreSQL's processes are groups of their own, so a signal to the group of their parent would not reach them. */
function killTree(pid: number): void {
  for (const one of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(parents(), ([, parent]) => parent)
  const under = (one: number): number[] => (children.get(one) ?? []).flatMap(([child]) => [child, ...under(child)])
  return under(pid)
}

/** Lists all processes of the machine, each with its parent. */
function parents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // The name of the program stands in parentheses and may contain anything; the state and the parent follow it.
  return pids.map((pid) => [Number(pid), Number(/\) \S (\d+) [^)]*$/.exec(readProcess(pid, 'stat'))?.[1])])
}

function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
