import { parseArgs } from 'node:util'

/** The command was called with an argument that it does not accept. */
export class UsageError extends Error {}

/** The size of an organization with many people. */
export interface CrowdSize {
  members: number
  teams: number
  /** Number of pages of 50 members before the one that is measured as deep. */
  depth: number
}

/** The extent of a run. */
export interface Options {
  /** Rounds of each workload; a figure is their median. */
  rounds: number
  roundSeconds: number
  connections: number[]
  /** Rounds, and the length of each, of workloads on things of several sizes. */
  comparedRounds: number
  comparedSeconds: number
  crowds: { small: CrowdSize; large: CrowdSize }
  /** Pages of the large space in which change requests are merged. */
  largeSpacePages: number
  /** Spaces of the organization in which the member and the guest see one in a hundred. */
  manySpaces: number
  /** Number of events that are followed to the projectors. */
  events: number
  /** Sections of the organizations that are asked. */
  askedSections: number[]
  /** Replicas of ai that are asked together, beside one alone. */
  askedReplicas: number
  /** The size of the generated installation, from a thousandth to 1: a thousand organizations of a thousand pages. */
  size: number
  /** Measures only the parts that have targets, and of these only what the targets need. */
  targets: boolean
  /** Measures only parts and workloads whose name contains this text. */
  only: string
  /** Folder for the CPU profiles of all processes; without it they take none. */
  profileFolder: string | undefined
  /** The section of docs/performance.md that the results are written to. */
  write: string | undefined
}

const full = {
  rounds: 3,
  roundSeconds: 1.5,
  comparedRounds: 5,
  comparedSeconds: 0.5,
  connections: [1, 8, 32],
  crowds: {
    small: { members: 1000, teams: 10, depth: 10 },
    large: { members: 100_000, teams: 1000, depth: 1000 },
  },
  largeSpacePages: 10_000,
  manySpaces: 100_000,
  events: 200,
  askedSections: [1000, 10_000, 100_000],
  askedReplicas: 3,
}
/** Fewer rounds, so that all targets are measured within 12 minutes on two cores. */
const forTargets = { ...full, comparedRounds: 3, askedReplicas: 1 }
const quick = {
  ...full,
  rounds: 1,
  roundSeconds: 1,
  comparedRounds: 2,
  largeSpacePages: 1000,
  events: 50,
  askedSections: [1000, 5000, 10_000],
}

/** Reads the command's arguments: `--quick`, `--targets`, `--only <text>`, `--profile <folder>`, `--connections <number>`, `--write <section>`, `--size <share>`. */
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
      size: text,
    },
  })
  const size = values.quick ? quick : values.targets ? forTargets : full
  const connections = values.connections === undefined ? size.connections : [readCount(values.connections)]
  return {
    ...size,
    connections,
    size: readSize(values.size ?? '0.1'),
    targets: values.targets ?? false,
    only: values.only ?? '',
    profileFolder: values.profile,
    write: values.write,
  }
}

function readSize(text: string): number {
  const size = Number(text)
  if (!(size >= 0.001 && size <= 1)) throw new UsageError('--size: give 0.001 to 1')
  return size
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new UsageError('--connections: give 1 to 256')
  return count
}
