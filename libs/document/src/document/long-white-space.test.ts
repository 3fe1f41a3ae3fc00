import { expect, test } from '@jest/globals'
import { growthOf, proportional } from '@quire/properties'
import { toDocument } from './from-markdown.ts'
import { unknownBlocks } from './unknown-blocks.ts'

// A search that begins at each character of such a text takes most of a minute for a whole page.
test('reading white space within code in HTML takes a time that grows with it', async () => {
  const read = (length: number) => toDocument(`<pre>a${' '.repeat(length)}b\n \n</pre>`, {}, 'full')
  expect(await growthOf(read, 250_000)).toBeLessThan(proportional)
  expect(JSON.stringify(toDocument('<pre>\na  b \n \n</pre>', {}, 'full'))).toContain('"text":"a  b"')
})

test('a search for unknown blocks in empty lines takes a time that grows with them', async () => {
  const search = (length: number) => unknownBlocks(`${'\n'.repeat(length)}x`)
  expect(await growthOf(search, 250_000)).toBeLessThan(proportional)
  expect(unknownBlocks('\n \n  {% nonsense %}')).toMatchObject([{ tag: '{% nonsense %}' }])
})
