// npm test [-- <path>... --strict]
// Checks style and types, runs the tests, and ends with one line: `N passed, N failed`.
// Arguments choose tests by path, as jest's do: `npm test -- libs/document`. A test file that fails runs once more by
// itself, and is named as unsteady if it passes then; with `--strict` nothing runs twice.
import { availableParallelism } from 'node:os'
import { jest, lint, runStages, types } from './stages.ts'

const ignore = (pattern: string) => `--testPathIgnorePatterns=${pattern}`
// A file waits for a sixth of its time. More than four workers would only queue for the shared servers.
const workers = Math.min(availableParallelism() + 1, 4)
const options = process.argv.slice(2)
const isStrict = options.includes('--strict')
const paths = options.filter((option) => option !== '--strict')

const stages = [
  lint,
  // Suites that kill servers and whole systems are not reliable beside others. Types are checked while these suites wait.
  [types(), { name: 'Tests, one by one', work: () => jest(['--runInBand', '--testMatch=**/*.solo.test.ts'], paths) }],
  {
    name: 'Tests',
    work: () => jest([`--maxWorkers=${workers}`, ignore('\\.solo\\.test\\.ts$'), ignore('/node_modules/')], paths),
  },
]
await runStages(stages, { again: !isStrict })
