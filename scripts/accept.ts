// npm run accept [-- --break] [--pictures]
// Writes all files that are generated from the code; scripts/accept.test.ts fails if one of them is out of date.
// Refuses changes that would break a client, or a service of the previous version, unless `--break` is given. With
// `--pictures` it takes pictures of published pages and of the console, and accepts them: look at them before you commit.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { acceptedContracts } from '../libs/contracts/accepted/contracts.ts'
import { architectureFolders } from './architecture-folders.ts'
import { guideExcerpts } from './excerpts.ts'
import type { Generated } from './generated-file.ts'
import { knownVariables, referenceConfiguration } from './reference-configuration.ts'
import { referenceOperations } from './reference-operations.ts'

const root = resolve(import.meta.dirname, '..')

/** Every file that is generated from the code, whole or in parts. */
export const generatedFiles = (): Generated[] => [
  ...acceptedContracts(),
  referenceConfiguration(),
  knownVariables(),
  referenceOperations(),
  architectureFolders(),
  guideExcerpts(),
]

/** The path of the file from the root. */
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
  if (process.argv.includes('--pictures')) acceptPictures()
}

/** Runs the tests that compare pictures, which write what they see. */
function acceptPictures() {
  const tests = ['published-pages-pictures', 'console-screens'].map((name) => `tests/src/${name}.test.ts`)
  const args = [resolve(root, 'scripts/bootstrap.mjs'), 'scripts/test.ts', ...tests]
  const env = { ...process.env, ACCEPT_PICTURES: '1' }
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}

/** Hoisted: `accept` runs before the lines below it. */
function listed(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** Describes a change by the numbers of new and removed lines. */
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
