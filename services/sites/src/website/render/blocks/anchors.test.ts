import { expect, test } from '@jest/globals'
import { renderMarkdown } from './blocks.fixture.ts'

/** A search for the digits at the end that begins at each of them takes most of a minute for such a page. */
const maxMs = 5000

test.each(['1', 'a1', ' 1', '-'])(
  'a heading as long as a page is rendered without a pause, made of %j',
  async (sign) => {
    const startedAt = performance.now()
    await renderMarkdown(`# ${sign.repeat(250_000 / sign.length)}x`)
    expect(performance.now() - startedAt).toBeLessThan(maxMs)
  },
)
