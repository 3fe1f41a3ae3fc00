import { expect, test } from '@jest/globals'
import type { Round } from '../load/rounds.ts'
import { median, percentile, type Summary, summarise } from './report-summary.ts'
import { ratioTable, rounded } from './report-table.ts'

const round = (answered: number, failed = 0): Round => ({
  answered,
  failed,
  seconds: 2,
  latenciesMs: [4, 1, 3, 2],
  cpuMs: answered * 0.5,
  othersShare: 0,
})

const summary = (part: Partial<Summary>): Summary => ({
  name: 'work',
  floor: undefined,
  answers: undefined,
  connections: 8,
  perSecond: 100,
  spread: 0,
  p50Ms: 1,
  p99Ms: 2,
  cpuMsPerRequest: 0.1,
  failed: 0,
  ...part,
})

const lineOf = (name: string, text: string) => text.split('\n').find((line) => line.includes(name)) ?? ''
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())

test('the median does not follow one slow round', () => {
  expect(median([9, 1, 8])).toBe(8)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(values, 0.5)).toBe(50)
  expect(percentile(values, 0.99)).toBe(99)
  expect(percentile([7], 0.99)).toBe(7)
})

test('rates count what was answered, not what failed', () => {
  const target = { name: 'work', load: () => Promise.reject(new Error('not loaded')) }
  const result = summarise({ workload: target, connections: 8, rounds: [round(200), round(100, 3), round(120)] })
  expect(result).toMatchObject({ perSecond: 60, failed: 3, p50Ms: 2, p99Ms: 4, cpuMsPerRequest: 0.5 })
  expect(result.spread).toBeCloseTo(50 / 60)
})

test('a ratio is to the floor at the same number of connections', () => {
  const text = ratioTable([
    summary({ name: 'bare', floor: 'a', perSecond: 400 }),
    summary({ name: 'bare', floor: 'a', perSecond: 50, connections: 1 }),
    summary({ name: 'reading', perSecond: 100 }),
  ])
  expect(cellsOf(lineOf('reading', text)).slice(5, 8)).toEqual(['0.25', '-', '-'])
})

test('a list is compared with the floors that answer a list', () => {
  const text = ratioTable([
    summary({ name: 'one row', floor: 'c', perSecond: 400 }),
    summary({ name: 'fifty rows', floor: 'c', answers: 'members', perSecond: 200 }),
    summary({ name: 'members', answers: 'members', perSecond: 100 }),
  ])
  expect(cellsOf(lineOf('| members', text)).slice(5, 8)).toEqual(['-', '-', '0.5'])
})

test('a ratio is marked where requests failed, its own or its floor’s', () => {
  const floor = summary({ name: 'bare', floor: 'a', perSecond: 400, failed: 1 })
  const failing = summary({ name: 'failing', failed: 2 })
  expect(cellsOf(lineOf('reading', ratioTable([floor, summary({ name: 'reading' })])))[5]).toBe('0.25!')
  expect(cellsOf(lineOf('failing', ratioTable([{ ...floor, failed: 0 }, failing])))[5]).toBe('0.25!')
})

test('figures keep three digits, and nothing measured is a dash', () => {
  expect([0.012345, 1.2345, 12.345, 1234.5, Number.NaN].map(rounded)).toEqual(['0.0123', '1.23', '12.3', '1235', '-'])
})
