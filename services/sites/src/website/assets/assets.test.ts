import { readdirSync, readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { expect, test } from '@jest/globals'
import { openAssets } from './assets.ts'

const declared = /^(?:export )?(?:async )?(?:function|const|let) (\w+)/gm

test('the script of all pages is one that runs, is small, and is found at its own address', () => {
  const { script, style, files } = openAssets('https://example.com/docs/')
  const found = files.get(script.replace('/docs/sites/-/', ''))
  expect(() => new Script(`${found?.plain}`)).not.toThrow()
  expect(`${found?.plain}`).not.toMatch(/^(?:import|export) /m)
  expect(found?.br?.length).toBeLessThan(20_000)
  expect(files.has(style.replace('/docs/sites/-/', ''))).toBe(true)
})

test('no two modules of the script declare one name, since they share one scope', () => {
  const folder = new URL('browser/', import.meta.url)
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(declared)].map(([, one]) => one))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the stylesheet names the font of formulas, which lies beside it with its licence', () => {
  const { style, files } = openAssets('https://example.com/')
  const sheet = String(files.get(style.replace('/sites/-/', ''))?.plain)
  const name = /src:url\(([\w-]+\.woff2)\)/.exec(sheet)?.[1]
  expect(files.get(`assets/${name}`)?.plain.subarray(0, 4).toString()).toBe('wOF2')
  expect(String(files.get('assets/math-font-licence.txt')?.plain)).toContain('SIL Open Font License, Version 1.1')
})
