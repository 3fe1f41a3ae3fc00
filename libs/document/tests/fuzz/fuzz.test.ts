import { expect, test } from '@jest/globals'
import { DocumentError } from '@quire/document'
import { readAll } from './readers.ts'
import { shrink } from './shrink.ts'
import { hostileText } from './texts.ts'

/** Enough to meet each shape several times; the command `npm run fuzz` reads long ones, and measures. */
const seeds = Array.from({ length: 40 }, (_, index) => index + 1)

test('hostile texts are read or refused, and nothing else is thrown', () => {
  const failures: string[] = []
  for (const seed of seeds) {
    readAll(hostileText(seed, 800).text, (name, work) => {
      try {
        return work()
      } catch (error) {
        if (error instanceof DocumentError) return error
        failures.push(`seed ${seed}, ${name}: ${String(error)}`)
        return undefined
      }
    })
  }
  expect(failures).toEqual([])
})

test('a seed makes the same text again, of the length asked for', () => {
  for (const seed of seeds) {
    const one = hostileText(seed, 500)
    expect(one).toEqual(hostileText(seed, 500))
    expect(one.text).toHaveLength(500)
  }
  expect(new Set(seeds.map((seed) => hostileText(seed, 500).text)).size).toBe(seeds.length)
  expect(new Set(seeds.map((seed) => hostileText(seed, 500).shape)).size).toBe(6)
})

test('a text that fails is shortened to what it needs to fail', () => {
  const fails = (text: string) => text.includes('<!--') && text.includes('x')
  expect(shrink(`${'abc '.repeat(50)}<!--${' d'.repeat(70)}x${'e'.repeat(30)}`, fails)).toBe('<!--x')
})
