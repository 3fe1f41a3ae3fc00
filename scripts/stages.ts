import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

export interface Counts {
  passed: number
  failed: number
  /** The number of tests; style and types are none. */
  tests?: number
  /** Test files with failures. */
  failures?: Failure[]
}

interface Failure {
  /** The absolute path of the test file. */
  file: string
  passed: number
  /** At least 1: a file that cannot be loaded counts as one failure. */
  failed: number
  /** Jest's report of the failures in this file. */
  report: string
}

interface Stage {
  name: string
  work: () => Counts | Promise<Counts>
}

const root = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** Above this number of failed files the cause is a defect, not chance, and running them again would only cost time. */
const maxFilesRunAgain = 10

/**
 * Works through the stages, those of one list at the same time, and ends with one line, `N passed, N failed`; the process
 * then exits with 1 if any failed. With `again`, each failed test file runs once more by itself; a file that passes then
 * counts as passed and is named as unsteady, with the report of its first failure. The others are named last.
 */
export async function runStages(stages: (Stage | Stage[])[], { again = false } = {}): Promise<void> {
  const total = { passed: 0, failed: 0, tests: 0 }
  const failures: Failure[] = []
  const run = async ({ name, work }: Stage) => {
    const started = performance.now()
    const { passed, failed, tests = 0, failures: own = [] } = await work()
    total.passed += passed
    total.failed += failed
    total.tests += tests
    failures.push(...own)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${name.padEnd(20)}${passed} passed, ${failed} failed  ${seconds} s\n`)
  }
  for (const stage of stages) await Promise.all([stage].flat().map(run))
  const passing = again && failures.length <= maxFilesRunAgain ? await unsteady(failures) : []
  for (const { failure, passed } of passing) {
    total.passed += passed - failure.passed
    total.failed -= failure.failed
    process.stdout.write(`\nUnsteady: ${relative(root, failure.file)} failed at first and passed by itself.\n`)
    process.stdout.write(`${failure.report.trim()}\n\n`)
  }
  // The reports stand far above, and a log may be cut there.
  for (const failure of failures.filter((one) => !passing.some((other) => other.failure === one)))
    process.stdout.write(`Failed: ${relative(root, failure.file)}, ${failure.failed} tests\n`)
  // A filter that matches nothing, or a runner that finds nothing, must not look like success.
  if (total.tests === 0) process.stdout.write('No test was run.\n')
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed > 0 || total.tests === 0 ? 1 : 0
}

/** Runs each failed file once more by itself; resolves to those that pass now, with the number of their tests. */
async function unsteady(failures: Failure[]): Promise<{ failure: Failure; passed: number }[]> {
  const passing = []
  for (const failure of failures) {
    const { passed, failed, tests = 0 } = await jest(['--runInBand', '--runTestsByPath'], [failure.file])
    if (failed === 0 && tests > 0) passing.push({ failure, passed })
  }
  return passing
}

/** The counts of work that passes or fails as a whole. */
export const asOne = (isRight: boolean): Counts => ({ passed: isRight ? 1 : 0, failed: isRight ? 0 : 1 })

export const lint: Stage = {
  name: 'Lint',
  work: () => check('@biomejs/biome', 'biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])]),
}

/** Code for browsers has other globals than the rest. */
const inBrowsers = ['services/sites/src/website/assets/browser/tsconfig.json', 'console/tsconfig.json']

/** Runs one checker, because several would each check the types of the libraries, for three times the CPU and twice the memory. */
export const types = (options: string[] = []): Stage => ({
  name: 'Types',
  async work() {
    const tsc = (project: string, more: string[]) =>
      passes('typescript', 'tsc', ['--noEmit', '--project', project, '--checkers', '1', ...more])
    let isRight = await tsc('tsconfig.json', options)
    for (const project of inBrowsers) isRight = isRight && (await tsc(project, []))
    return asOne(isRight)
  },
})

const check = async (packageName: string, bin: string, args: string[]): Promise<Counts> =>
  asOne(await passes(packageName, bin, args))

const passes = async (packageName: string, bin: string, args: string[]): Promise<boolean> =>
  (await node([programOf(packageName, bin), ...args])) === 0

/** Runs the tests of the files whose paths match; all tests if there is no path. */
export async function jest(args: string[], paths: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-results-'))
  const outputFile = join(folder, 'results.json')
  const report = ['--json', `--outputFile=${outputFile}`, '--passWithNoTests']
  try {
    const code = await node([programOf('jest', 'jest'), ...report, ...args, '--', ...paths])
    const results = JSON.parse(readFileSync(outputFile, 'utf8'))
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    // Jest can also fail outside of any test, for example in its set-up.
    const counted = { passed: results.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
    return { ...counted, tests: results.numTotalTests, failures: results.testResults.filter(isFailed).map(failureOf) }
  } catch (error) {
    process.stderr.write(`jest left no results: ${error}\n`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface FileResult {
  name: string
  status: string
  message: string
  assertionResults: { status: string }[]
}

const isFailed = ({ status }: FileResult) => status === 'failed'

function failureOf({ name, message, assertionResults }: FileResult): Failure {
  const count = (wanted: string) => assertionResults.filter(({ status }) => status === wanted).length
  return { file: name, report: message, passed: count('passed'), failed: Math.max(count('failed'), 1) }
}

function programOf(packageName: string, bin: string): string {
  const manifest = require.resolve(`${packageName}/package.json`)
  return resolve(dirname(manifest), require(manifest).bin[bin] ?? require(manifest).bin)
}

/** Runs a script with Node and returns its exit code; stops the script when this process is stopped. */
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
