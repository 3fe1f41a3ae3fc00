import { expect, test } from '@jest/globals'
import { indexable } from './page-sections.ts'

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('')

test('a page that people read is parsed whole', () => {
  const page = lines(500, (n) => `## Heading ${n}\n\nA paragraph of some words.\n\n`)
  expect(indexable(page)).toEqual({ parsed: page, rest: '' })
})

test.each([
  ['marked', (n: number) => `## h${n}\n`, 'h999\n', '## h1000\n'],
  ['underlined', (n: number) => `h${n}\n---\n`, 'h1000\n', '---\nh1001'],
])('of %s headings a thousand are parsed, and the rest is left as it stands', (_, line, end, beginning) => {
  const { parsed, rest } = indexable(lines(15_000, line))
  expect([parsed.endsWith(end), rest.startsWith(beginning)]).toEqual([true, true])
  expect(parsed + rest).toBe(lines(15_000, line))
})

test('a page longer than is parsed is cut at a line, one of a single line within it', () => {
  const long = lines(30_000, (n) => `Line ${n}\n`)
  expect(indexable(long).parsed).toMatch(/\n$/)
  expect(indexable(long).parsed.length).toBeLessThanOrEqual(200_000)
  expect(indexable('x'.repeat(300_000)).parsed).toHaveLength(200_000)
})
