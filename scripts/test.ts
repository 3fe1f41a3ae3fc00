// Checks style and types, runs the tests, and ends with one line: `N passed, N failed`.
// Arguments choose tests by path, as jest's do: `npm test -- libs/document`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Counts {
  passed: number
  failed: number
}

const root = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

const ignore = (pattern: string) => `--testPathIgnorePatterns=${pattern}`

const stages: { name: string; work: () => Promise<Counts> }[] = [
  {
    name: 'Lint',
    work: () => check('@biomejs/biome', 'biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])]),
  },
  { name: 'Types', work: () => check('typescript', 'tsc', ['--noEmit', '--project', 'tsconfig.json']) },
  { name: 'Tests', work: () => jest(['--maxWorkers=2', ignore('\\.solo\\.test\\.ts$'), ignore('/node_modules/')]) },
  // Suites that kill servers and whole systems measure nothing well beside others.
  { name: 'Tests, one by one', work: () => jest(['--runInBand', '--testMatch=**/*.solo.test.ts']) },
]

const total: Counts = { passed: 0, failed: 0 }
let tests = 0
for (const { name, work } of stages) {
  const started = performance.now()
  const { passed, failed } = await work()
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${name.padEnd(20)}${passed} passed, ${failed} failed  ${seconds} s\n`)
}
// A filter that matches nothing, or a runner that finds nothing, must not look like success.
if (tests === 0) process.stdout.write('No test was run.\n')
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 || tests === 0 ? 1 : 0

/** A tool that passes or fails as a whole counts as one. */
async function check(packageName: string, bin: string, args: string[]): Promise<Counts> {
  const code = await node([programOf(packageName, bin), ...args])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function jest(args: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-results-'))
  const outputFile = join(folder, 'results.json')
  const report = ['--json', `--outputFile=${outputFile}`, '--passWithNoTests']
  try {
    const code = await node([programOf('jest', 'jest'), ...report, ...args, '--', ...process.argv.slice(2)])
    const results = JSON.parse(readFileSync(outputFile, 'utf8'))
    tests += results.numTotalTests
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    // Jest also fails for reasons that belong to no test, such as a set-up that failed.
    return { passed: results.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
  } catch (error) {
    process.stderr.write(`jest left no results: ${error}\n`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function programOf(packageName: string, bin: string): string {
  const manifest = require.resolve(`${packageName}/package.json`)
  return resolve(dirname(manifest), require(manifest).bin[bin] ?? require(manifest).bin)
}

/** Runs a script of Node's and returns its exit code; ends it when this process is told to end. */
async function node(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const stop = () => {
    child.kill('SIGTERM')
    process.exitCode = 130
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const [code] = await once(child, 'close')
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return code ?? 1
}
