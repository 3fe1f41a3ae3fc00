// Checks style and types, runs the tests, and ends with one line: `N passed, N failed`.
// Arguments choose tests by path, as jest's do: `npm test -- libs/document`.
import { jest, lint, runStages, types } from './stages.ts'

const ignore = (pattern: string) => `--testPathIgnorePatterns=${pattern}`
const paths = process.argv.slice(2)

await runStages([
  lint,
  types(),
  {
    name: 'Tests',
    work: () => jest(['--maxWorkers=2', ignore('\\.solo\\.test\\.ts$'), ignore('/node_modules/')], paths),
  },
  // Suites that kill servers and whole systems measure nothing well beside others.
  { name: 'Tests, one by one', work: () => jest(['--runInBand', '--testMatch=**/*.solo.test.ts'], paths) },
])
