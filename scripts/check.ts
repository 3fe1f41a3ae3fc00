// npm run check -- <operation>
// Checks style, types and generated files, and runs the tests that name one operation, for work on that operation.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { allOperations, type Operation } from '../libs/contracts/src/index.ts'
import { generatedFiles, nameOf } from './accept.ts'
import { asOne, type Counts, jest, lint, runStages, types } from './stages.ts'

const root = resolve(import.meta.dirname, '..')
/** An incremental check of types takes a few seconds. */
const incremental = ['--incremental', '--tsBuildInfoFile', '.runtime/check.tsbuildinfo']

/** Suites that test every operation, with its id in the title of the test. */
const ofEach = [
  'libs/contracts/tests/operations.test.ts',
  'tests/src/authorization.test.ts',
  'tests/src/bad-input.test.ts',
  'tests/src/bad-parameters.test.ts',
  'tests/src/optional-fields.test.ts',
  'tests/src/other-organizations.test.ts',
  'tests/src/published-replies.test.ts',
]
/** The number of further files that are run: more would take longer than one likes to wait. */
const maxFiles = 8

const id = process.argv[2] ?? ''
const operation = allOperations.find((one) => one.id === id)
if (operation) await checkOne(operation)
else {
  process.stderr.write(`quire: there is no operation "${id}". Usage: npm run check -- updateSiteSpaceById\n`)
  process.exitCode = 1
}

async function checkOne({ id, owner }: Operation) {
  const files = naming(id, owner)
  const notRun = files.slice(maxFiles)
  await runStages([
    lint,
    types(incremental),
    { name: 'Generated files', work: compareGenerated },
    // Only the test of the whole table notices a missing row.
    { name: 'Of every operation', work: () => jest(['-t', `\\b${id}\\b|^every operation `], ofEach) },
    { name: 'By its name', work: () => runNamed(files.slice(0, maxFiles)) },
  ])
  if (notRun.length > 0) process.stdout.write(`Not run, though they name it too:\n  ${notRun.join('\n  ')}\n`)
}

function compareGenerated(): Counts {
  const old = generatedFiles().filter(({ present, wanted }) => present !== wanted)
  if (old.length > 0) process.stdout.write(`Out of date: ${old.map(nameOf).join(', ')}. Run \`npm run accept\`.\n`)
  return asOne(old.length === 0)
}

/** Finds the test files that name an operation, its owner's first, untracked files included. */
function naming(id: string, owner: string): string[] {
  const args = ['grep', '--untracked', '--name-only', '--word-regexp', '--fixed-strings', id, '--', '*.test.ts']
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`git grep failed: ${stderr}`)
  const found = stdout.split('\n').filter((file) => file && !file.endsWith('.solo.test.ts') && !ofEach.includes(file))
  const isOwners = (file: string) => Number(file.startsWith(`services/${owner}/`))
  return found.toSorted((one, other) => isOwners(other) - isOwners(one))
}

/** Runs test files; without a path jest would run everything. */
async function runNamed(files: string[]): Promise<Counts> {
  return files.length > 0 ? jest([], files) : { passed: 0, failed: 0 }
}
