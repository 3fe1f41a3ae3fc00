import { expect, test } from '@jest/globals'
import { growthOf, proportional } from '@quire/properties'
import { renderMarkdown } from './blocks.fixture.ts'

// A search for the digits at the end that begins at each of them takes most of a minute for a whole page.
test.each(['1', 'a1', ' 1', '-'])('rendering a heading made of %j takes a time that grows with it', async (sign) => {
  const render = (length: number) => renderMarkdown(`# ${sign.repeat(length / sign.length)}x`)
  expect(await growthOf(render, 250_000)).toBeLessThan(proportional)
})
