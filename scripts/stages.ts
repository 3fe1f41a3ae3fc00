import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export interface Counts {
  passed: number
  failed: number
  /** How many of them are tests that jest knows of. */
  tests?: number
}

interface Stage {
  name: string
  work: () => Counts | Promise<Counts>
}

const root = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/**
 * Works through the stages, those of one list at the same time, and ends with one line, `N passed, N failed`; this process
 * then ends with 1 where any failed.
 */
export async function runStages(stages: (Stage | Stage[])[]): Promise<void> {
  const total = { passed: 0, failed: 0, tests: 0 }
  const run = async ({ name, work }: Stage) => {
    const started = performance.now()
    const { passed, failed, tests = 0 } = await work()
    total.passed += passed
    total.failed += failed
    total.tests += tests
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${name.padEnd(20)}${passed} passed, ${failed} failed  ${seconds} s\n`)
  }
  for (const stage of stages) await Promise.all([stage].flat().map(run))
  // A filter that matches nothing, or a runner that finds nothing, must not look like success.
  if (total.tests === 0) process.stdout.write('No test was run.\n')
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed > 0 || total.tests === 0 ? 1 : 0
}

/** Whatever passes or fails as a whole counts as one. */
export const asOne = (isRight: boolean): Counts => ({ passed: isRight ? 1 : 0, failed: isRight ? 0 : 1 })

export const lint: Stage = {
  name: 'Lint',
  work: () => check('@biomejs/biome', 'biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])]),
}

/** What runs in browsers knows other globals than the rest. */
const inBrowsers = 'services/sites/src/pages/assets/browser/tsconfig.json'

/** Several checkers would each look at the types of the libraries, for three times the CPU and twice the memory. */
export const types = (options: string[] = []): Stage => ({
  name: 'Types',
  async work() {
    const tsc = (project: string, more: string[]) =>
      passes('typescript', 'tsc', ['--noEmit', '--project', project, '--checkers', '1', ...more])
    return asOne((await tsc('tsconfig.json', options)) && (await tsc(inBrowsers, [])))
  },
})

const check = async (packageName: string, bin: string, args: string[]): Promise<Counts> =>
  asOne(await passes(packageName, bin, args))

const passes = async (packageName: string, bin: string, args: string[]): Promise<boolean> =>
  (await node([programOf(packageName, bin), ...args])) === 0

/** Runs the tests of the files whose paths match; of all where there is no path. */
export async function jest(args: string[], paths: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-results-'))
  const outputFile = join(folder, 'results.json')
  const report = ['--json', `--outputFile=${outputFile}`, '--passWithNoTests']
  try {
    const code = await node([programOf('jest', 'jest'), ...report, ...args, '--', ...paths])
    const results = JSON.parse(readFileSync(outputFile, 'utf8'))
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    // Jest also fails for reasons that belong to no test, such as a set-up that failed.
    const counted = { passed: results.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
    return { ...counted, tests: results.numTotalTests }
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
