import { readFileSync } from 'node:fs'

/** Returns the environment that a process was started with; undefined where the system does not let it be read. */
export function environmentOfProcess(pid: number | undefined): NodeJS.ProcessEnv | undefined {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
    return Object.fromEntries(pairs.filter(([name]) => name))
  } catch {
    return undefined
  }
}
