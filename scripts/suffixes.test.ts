import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const exclude = (path: string) => basename(path) === 'node_modules'
const files = globSync('{libs,services,console,deploy,testing,tests,bench,scripts}/**/*.ts', { cwd: root, exclude })

test('the suffixes of files are those that CONTRIBUTING.md explains', () => {
  const used = files.flatMap((path) => basename(path, '.ts').split('.').slice(1))
  const contributing = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8')
  const explained = [...contributing.matchAll(/^ *\| `\.(\w+)\.ts` \|(.*)$/gm)].flatMap(
    ([, suffix = '', words = '']) => [suffix, ...[...words.matchAll(/`\.(\w+)`/g)].map(([, before = '']) => before)],
  )
  expect(new Set(used)).toEqual(new Set(explained))
})
