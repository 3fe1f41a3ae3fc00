import { expect, test } from '@jest/globals'
import { toDocument } from './from-markdown.ts'
import { unknownBlocks } from './unknown-blocks.ts'

/** A search that begins at each character of such a text takes most of a minute. */
const maxMs = 5000

const timeOf = (work: () => unknown) => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

test('white space of a page’s length within code in HTML is read without a pause', () => {
  const page = `<pre>a${' '.repeat(250_000)}b\n \n</pre>`
  expect(timeOf(() => toDocument(page, {}, 'full'))).toBeLessThan(maxMs)
  expect(JSON.stringify(toDocument('<pre>\na  b \n \n</pre>', {}, 'full'))).toContain('"text":"a  b"')
})

test('empty lines of a page’s length are searched for unknown blocks without a pause', () => {
  expect(timeOf(() => unknownBlocks(`${'\n'.repeat(250_000)}x`))).toBeLessThan(maxMs)
  expect(unknownBlocks('\n \n  {% nonsense %}')).toMatchObject([{ tag: '{% nonsense %}' }])
})
