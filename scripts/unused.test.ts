import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { workspacePackages } from './folders.ts'

const root = resolve(import.meta.dirname, '..')

type Finding = 'dependencies' | 'devDependencies' | 'exports' | 'files' | 'types' | 'unlisted' | 'unresolved'

interface FileReport extends Record<Finding, { name: string }[]> {
  file: string
}

/** Runs knip, which follows `knip.jsonc`. */
function knip(...flags: string[]): string {
  const program = resolve(root, 'node_modules/knip/bin/knip.js')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--no-progress', ...flags], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout + stderr
}

const reports: FileReport[] = JSON.parse(knip('--reporter', 'json')).issues

const found = (...kinds: Finding[]) =>
  reports.flatMap((one) => kinds.flatMap((kind) => one[kind].map(({ name }) => `${one.file}: ${name}`)))

test('every export is imported somewhere', () => {
  expect(found('exports', 'types')).toEqual([])
})

test('every file is an entry point or imported somewhere', () => {
  expect(found('files')).toEqual([])
})

test.each(['.', ...workspacePackages()])('every package that %s declares is used there', (path) => {
  const manifest = path === '.' ? 'package.json' : `${path}/package.json`
  const unused = found('dependencies', 'devDependencies').filter((one) => one.startsWith(`${manifest}: `))
  expect(unused).toEqual([])
})

test('every import is of a file or of a package that the importing package declares', () => {
  expect(found('unlisted', 'unresolved')).toEqual([])
})

test('every exception in knip.jsonc is needed', () => {
  expect(knip('--treat-config-hints-as-errors')).toBe('')
})
