// The exports of @jest/globals. The runner has no timeouts: each test and hook gets one here.
import { hash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { inspect } from 'node:util'

const runner = createRequire(import.meta.resolve('jest-light-runner'))
const { getState } = runner('jest-circus')

const timeoutMs = 60_000
// The real functions: a test may replace the clock, and the fake one would neither end it nor clear earlier timers.
const { setTimeout, clearTimeout } = globalThis
// Tests of properties take longer if PROPERTY_RUNS is set.
const times = Math.max(1, Number(process.env.PROPERTY_RUNS || 1))

// Services under test log nothing, and a 500 contains only the id of the request, so a failed test reports the cause.
const failedRequests = []
subscribe('quire:request-failed', (one) => failedRequests.push(one))

export const { expect, describe, jest } = globalThis
export const test = limited(globalThis.test)
export const [beforeAll, beforeEach, afterAll, afterEach] = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'].map(
  (name) => (work, ms) => globalThis[name](within(work, ms)),
)

function limited(test) {
  const register = (title, work, ms) => {
    reorder()
    test(title, within(work, ms))
  }
  const each =
    (...table) =>
    (title, work, ms) => {
      reorder()
      test.each(...table)(title, within(work, ms))
    }
  return Object.assign(register, { each, skip: test.skip, only: test.only })
}

function within(work, ms = timeoutMs) {
  return async (...values) => {
    failedRequests.length = 0
    const late = Promise.withResolvers()
    const timer = setTimeout(() => late.reject(new Error(`This took longer than ${ms * times} ms`)), ms * times)
    try {
      return await Promise.race([work(...values), late.promise])
    } catch (error) {
      throw explained(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function explained(error) {
  const causes = failedRequests
    .slice(-3)
    .map((one) => `\n\nRequest ${one.requestId} was answered with 500, because of\n${inspect(one.error)}`)
  const hint = process.env.TEST_ORDER
    ? [`\n\nThe tests ran in another order: TEST_ORDER=${process.env.TEST_ORDER}`]
    : []
  if (error instanceof Error) error.stack += [...causes, ...hint].join('')
  return error
}

// Each file tells a story, such as that of one organization: its tests depend on their order.
const stories = [
  'services/ai/tests/ask/questions',
  'services/ai/tests/embedding/asking',
  'services/ai/tests/embedding/sections',
  'services/ai/tests/indexing/failing-spaces',
  'services/ai/tests/indexing/indexing',
  'services/ai/tests/related/related',
  'services/content/tests/parsing',
  'services/gateway/tests/token-keys',
  'services/sites/tests/management/adaptive-schemas',
  'services/sites/tests/management/mcp-servers',
  'tests/src/content-client-openapi',
  'tests/src/content-client-reading',
  'tests/src/content-client-structure',
  'tests/src/identity-client',
  'tests/src/identity-client-teams',
  'tests/src/key-rotation',
  'tests/src/permissions',
  'tests/src/saml-sign-in',
  'tests/src/site-hostnames',
  'tests/src/sites-client-customization',
]
const isStory = (path) => stories.some((story) => path.endsWith(`/${story}.test.ts`))
/** True for the last test of a file, which reports what the others have left out. */
const isLast = ({ name }) => /was left untried$/.test(name)

const reordered = new WeakSet()

/** Runs the tests of a file, which are independent, in another order: with TEST_ORDER=reverse, or any seed. */
function reorder() {
  const order = process.env.TEST_ORDER
  const block = getState().currentDescribeBlock
  if (!order || reordered.has(block) || isStory(expect.getState().testPath)) return
  reordered.add(block)
  const positionOf = (child, index) => (order === 'reverse' ? -index : hash('sha1', `${order} ${index} ${child.name}`))
  globalThis.beforeAll(() => {
    const positions = new Map(block.children.map((child, index) => [child, positionOf(child, index)]))
    block.children.sort((one, other) => {
      if (isLast(one) !== isLast(other)) return isLast(one) ? 1 : -1
      return positions.get(one) < positions.get(other) ? -1 : 1
    })
  })
}
