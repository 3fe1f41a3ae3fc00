import { expect, test } from '@jest/globals'
import { failureLog } from './failures.ts'
import { FeedFailure } from './feed.ts'

function openLog() {
  const clock = { ms: 0 }
  const warnings: unknown[] = []
  const warn = (fields: { kind?: string; failures?: number; space?: string }) => {
    warnings.push(fields.space ?? `${fields.failures} of ${fields.kind}`)
  }
  const log = { warn, debug: () => undefined } as never
  const { report, flush } = failureLog({ log, now: () => clock.ms })
  const fail = (space: string, error: unknown) => report(error, { space, isParked: false })
  return { clock, warnings, fail, flush }
}

const refused = (status: number) => new FeedFailure(`${status}`, `content's feed answered ${status}`)

test('the first failure of a kind is said at once, the next ones by their number once a minute', () => {
  const { clock, warnings, fail, flush } = openLog()
  for (const space of ['a', 'b', 'c']) fail(space, refused(500))
  fail('d', refused(403))
  expect(warnings).toEqual(['a', 'd'])
  clock.ms = 60_000
  flush()
  flush()
  expect(warnings.slice(2)).toEqual(["2 of content's feed: 500"])
  fail('e', refused(500))
  expect(warnings.slice(3)).toEqual([])
  clock.ms = 120_000
  flush()
  expect(warnings.slice(3)).toEqual(["1 of content's feed: 500"])
})

test('a failure after a minute without any is said at once again', () => {
  const { clock, warnings, fail, flush } = openLog()
  fail('a', refused(500))
  clock.ms = 60_000
  flush()
  fail('b', refused(500))
  expect(warnings).toEqual(['a', 'b'])
})

test('failures of ever new kinds take a bounded number of lines', () => {
  const { warnings, fail } = openLog()
  for (let at = 0; at < 1000; at++) fail(`${at}`, new Error(`error ${at}`))
  expect(warnings.length).toBeLessThanOrEqual(101)
})
