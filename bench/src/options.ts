import { parseArgs } from 'node:util'
import type { CrowdSize } from './crowd.ts'

/** How much is measured. */
export interface Options {
  /** How often each kind of work is measured; its median counts. */
  rounds: number
  roundSeconds: number
  connections: number[]
  /** Further rounds, and the length of each, of what is compared between things of different sizes. */
  comparedRounds: number
  comparedSeconds: number
  /** The small organization and the large one. */
  crowds: { small: CrowdSize; large: CrowdSize }
  /** Pages of the large space in which change requests are merged. */
  largeSpacePages: number
  /** How many spaces there are in an organization, of which a guest may see one in a hundred. */
  manySpaces: number
  /** How many events are followed to the projectors. */
  events: number
  /** Sections of the organizations that are asked. */
  askedSections: number[]
  /** Only what has a target is measured, and compared with it. */
  targets: boolean
  /** Only work whose name contains this; the floors are always measured. */
  only: string
  /** Where the processes leave CPU profiles; without it they take none. */
  profileFolder: string | undefined
  /** The section of docs/performance.md that what was compared is written to; without it, nothing is written. */
  write: string | undefined
}

const crowds = {
  small: { members: 1000, teams: 10, depth: 10 },
  large: { members: 100_000, teams: 1000, depth: 1000 },
}
const full = {
  rounds: 3,
  roundSeconds: 1.5,
  comparedRounds: 5,
  comparedSeconds: 0.4,
  connections: [1, 8, 32],
  crowds,
  largeSpacePages: 10_000,
  manySpaces: 100_000,
  events: 200,
  askedSections: [1000, 10_000, 100_000],
}
const quick = {
  ...full,
  rounds: 1,
  roundSeconds: 1,
  comparedRounds: 2,
  largeSpacePages: 1000,
  events: 50,
  askedSections: [1000, 5000, 10_000],
}

/** Reads the command's arguments: `--quick`, `--targets`, `--only <text>`, `--profile <folder>`, `--connections <number>`, `--write <section>`. */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean' },
      targets: { type: 'boolean' },
      only: text,
      profile: text,
      connections: text,
      write: text,
    },
  })
  const size = values.quick ? quick : full
  const connections = values.connections === undefined ? size.connections : [readCount(values.connections)]
  return {
    ...size,
    connections,
    targets: values.targets ?? false,
    only: values.only ?? '',
    profileFolder: values.profile,
    write: values.write,
  }
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new Error('--connections: give 1 to 256')
  return count
}
