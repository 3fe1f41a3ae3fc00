import { expect, test } from '@jest/globals'
import type { ChaosReport } from './chaos.ts'
import { countOf, faultsOfSystem, inSeries } from './in-series.ts'

const reportOf = (seed: number, faults: number, some: Partial<ChaosReport> = {}): ChaosReport => ({
  ...{ seed, seconds: 10, acknowledged: 5, unknown: 1, refused: 0, repeated: 2, reads: 7 },
  faults: new Map([['kill ai', faults]]),
  gaps: new Map([['kill ai', { service: 'ai', ms: 100 * seed }]]),
  ...{ violations: [], folder: undefined, ...some },
})

/** Injects as many faults as the series allows. */
const inject = (goesOn: (faults: number) => boolean) => {
  let faults = 0
  while (goesOn(faults)) faults += 1
  return faults
}

test('so many faults are divided among systems of their own, and their reports are added up', async () => {
  const injected: number[] = []
  const total = await inSeries({
    inSystem: async (n, goesOn) => {
      injected[n] = inject(goesOn)
      return reportOf(n, injected[n] ?? 0)
    },
    goesOn: (faults) => faults < 2.5 * faultsOfSystem,
  })
  expect(injected).toEqual([faultsOfSystem, faultsOfSystem, faultsOfSystem / 2])
  expect([countOf(total), total.seconds, total.acknowledged, total.reads]).toEqual([2.5 * faultsOfSystem, 30, 15, 21])
  expect(total.gaps.get('kill ai')?.ms).toBe(200)
})

test('no other system follows one with a violation, whose folder and seed are reported', async () => {
  const total = await inSeries({
    inSystem: async (n) => {
      const violations = n === 1 ? [{ kind: 'lost' as const, what: 'A page is gone.' }] : []
      return reportOf(n, 1, { violations, folder: n === 1 ? '/somewhere' : undefined })
    },
    goesOn: () => true,
  })
  expect([total.seed, total.folder, countOf(total), total.violations.length]).toEqual([1, '/somewhere', 2, 1])
})
