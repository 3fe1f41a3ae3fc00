import { expect, test } from '@jest/globals'
import { headingsIn, heightInPreview, pairHeadings } from '../src/screens/editor/heading-positions.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title }))
const titlesOf = (pairs: [{ title: string }, { title: string }][]) => pairs.map(([{ title }]) => title)

test('headings are found by their lines, and code has none', () => {
  const text = '# One\n\n```sh\n# no\n~~~\n# no\n```\n\n## Two `x`\n~~~~\n# no\n```\n~~~~\n### Three\n#no\n'
  const found = headingsIn(text)
  expect(found.map(({ title }) => title)).toEqual(['One', 'Two `x`', 'Three'])
  for (const { offset, title } of found) expect(text.slice(offset).split('\n')[0]).toMatch(new RegExp(`#+ ${title}$`))
})

test('headings are paired by their words and order, past those that only one side has', () => {
  const source = titled('Oil', '**Care** of [springs](/pages/p)', 'Not shown', 'Oil', 'Last')
  const rendered = titled('Oil', 'Included', 'Care of springs', 'Oil', 'Last')
  expect(titlesOf(pairHeadings(source, rendered))).toEqual(['Oil', '**Care** of [springs](/pages/p)', 'Oil', 'Last'])
  expect(pairHeadings(source, [])).toEqual([])
})

test('a height lies proportionally between the nearest headings, and keeps its distance outside of them', () => {
  const pairs = [
    [0, 70],
    [100, 470],
    [300, 570],
  ] as const
  expect([-20, 0, 50, 100, 200, 300, 310].map((height) => heightInPreview(pairs, height))).toEqual([
    50, 70, 270, 470, 520, 570, 580,
  ])
  expect(heightInPreview([], 12)).toBe(12)
})
