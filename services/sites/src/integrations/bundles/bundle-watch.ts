import { readFileSync } from 'node:fs'

/** The use of a process so far. */
export interface ProcessUse {
  residentBytes: number
  threads: number
  cpuSeconds: number
}

/** Clock ticks in a second, the same on all Linux systems with this interface. */
const ticksPerSecond = 100

/** Reads from /proc what a process uses; undefined once it has ended. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    // After the name, which may have blanks and ends with the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const numberAfter = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return {
      residentBytes: numberAfter('VmRSS') * 1024,
      threads: numberAfter('Threads'),
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond,
    }
  } catch {
    return undefined
  }
}
