// npm run accept [-- --break]
// Writes everything that is made of the code; scripts/accept.test.ts fails where one of these files is out of date.
// Refuses what would break a client, or a service of the version before, unless `--break` says that it is meant.
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { acceptedContracts } from '../libs/contracts/accepted/contracts.ts'
import { architectureFolders } from './architecture-folders.ts'
import { guideExcerpts } from './excerpts.ts'
import type { Generated } from './generated.ts'
import { readmeOperations } from './readme-operations.ts'

const root = resolve(import.meta.dirname, '..')

/** Every file that is made of the code, whole or in parts. */
export const generatedFiles = (): Generated[] => [
  ...acceptedContracts(),
  readmeOperations(),
  architectureFolders(),
  guideExcerpts(),
]

/** Its path from the root, as people call it. */
export const nameOf = ({ file }: Generated) => relative(root, file)

if (import.meta.main) accept()

function accept() {
  const broken = acceptedContracts().flatMap((one) => one.broken)
  if (broken.length > 0 && !process.argv.includes('--break')) {
    process.stderr.write(`These changes break clients or services, so nothing was written:\n${listed(broken)}\n`)
    process.exitCode = 1
    return
  }
  for (const one of generatedFiles()) {
    writeFileSync(one.file, one.wanted)
    process.stdout.write(`${nameOf(one).padEnd(44)}${changeOf(one)}\n`)
  }
}

/** Hoisted: `accept` runs before the lines below it. */
function listed(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** How many lines a file gets and loses. */
function changeOf({ present, wanted }: Generated): string {
  if (present === wanted) return 'as it was'
  const [before, after] = [present.split('\n'), wanted.split('\n')]
  return `${countMissing(after, before)} lines new, ${countMissing(before, after)} gone`
}

function countMissing(lines: string[], from: string[]): number {
  const left = new Map<string, number>()
  for (const line of from) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  }).length
}
