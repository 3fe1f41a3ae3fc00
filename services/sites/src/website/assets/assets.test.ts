import { Script } from 'node:vm'
import { expect, test } from '@jest/globals'
import { openAssets } from './assets.ts'

test('the script of all pages is one that runs, is small, and is found at its own address', () => {
  const { script, style, files } = openAssets('https://example.com/docs/')
  const found = files.get(script.replace('/docs/sites/-/', ''))
  expect(() => new Script(`${found?.plain}`)).not.toThrow()
  expect(`${found?.plain}`).not.toMatch(/^(?:import|export) /m)
  expect(found?.br.length).toBeLessThan(20_000)
  expect(files.has(style.replace('/docs/sites/-/', ''))).toBe(true)
})
