// Checks style and types, runs the tests, and ends with one line: `N passed, N failed`.
// Arguments choose tests by path, as jest's do: `npm test -- libs/document`.
import { availableParallelism } from 'node:os'
import { jest, lint, runStages, types } from './stages.ts'

const ignore = (pattern: string) => `--testPathIgnorePatterns=${pattern}`
// A file waits a sixth of its time. More than four workers would only queue for the servers that they share.
const workers = Math.min(availableParallelism() + 1, 4)
const paths = process.argv.slice(2)

await runStages([
  lint,
  // Suites that kill servers and whole systems measure nothing well beside others. While they wait, types are looked at.
  [types(), { name: 'Tests, one by one', work: () => jest(['--runInBand', '--testMatch=**/*.solo.test.ts'], paths) }],
  {
    name: 'Tests',
    work: () => jest([`--maxWorkers=${workers}`, ignore('\\.solo\\.test\\.ts$'), ignore('/node_modules/')], paths),
  },
])
