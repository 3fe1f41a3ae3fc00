import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import type { BundleCommand } from './bundle-program.ts'

/** Descriptors that a program of `spawnAlone` gets: nothing, nothing, its complaints, and its messages. */
const ownStdio = ['ignore', 'ignore', 'pipe', 'pipe'] as const

/**
 * Spawns a program with an empty environment and no descriptor but its own. This process may have inherited some that its
 * children inherit too, from whatever started it; Node closes only the first few: the program finds /dev/null in their place.
 */
export function spawnAlone({ program, args }: BundleCommand, more: readonly string[], folder: string): ChildProcess {
  const nothing = openSync('/dev/null', 'r')
  try {
    const stdio: ('ignore' | 'pipe' | number)[] = [...ownStdio]
    for (const descriptor of inheritedDescriptors()) {
      while (stdio.length < descriptor) stdio.push('ignore')
      stdio[descriptor] = nothing
    }
    return spawn(program, [...args, ...more], { cwd: folder, env: {}, stdio })
  } finally {
    closeSync(nothing)
  }
}

/** Returns the descriptors beyond those of the program that stay open when another program is executed, in order. */
function inheritedDescriptors(): number[] {
  const all = readdirSync('/proc/self/fd').map(Number)
  return all.filter((one) => one >= ownStdio.length && !closesAtExec(one)).toSorted((one, other) => one - other)
}

const closeOnExec = 0o2000000

function closesAtExec(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
    return (Number.parseInt(flags, 8) & closeOnExec) !== 0
  } catch {
    // It was closed meanwhile.
    return true
  }
}
