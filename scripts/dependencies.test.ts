import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { workspacePackages } from './folders.ts'

const root = resolve(import.meta.dirname, '..')

/** Programs, types, and a runner that configuration files name. */
const notImported = ['@biomejs/biome', '@types/node', 'jest', 'jest-light-runner', 'typescript']

/** Returns the packages that a package declares but that none of its files imports or names. */
function unusedIn(path: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  const files = path === '.' ? '{*.mjs,scripts/**/*.{ts,mjs}}' : `${path}/**/*.{ts,mjs}`
  const sources = globSync(files, { cwd: root, exclude: (name) => name.includes('node_modules') }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const isNamed = (name: string) =>
    [`'${name}'`, `'${name}/`, `\`${name}/`].some((named) => sources.some((text) => text.includes(named)))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isNamed(name.replace(/^@types\//, '')))
}

test.each(['.', ...workspacePackages()])('every package that %s declares is used there', (path) => {
  expect(unusedIn(path).filter((name) => !notImported.includes(name))).toEqual([])
})
