import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

test.each(Object.entries(scripts))('%s --help prints the line to type and what it does', (name, command) => {
  const [program = '', ...args] = command.split(' ')
  const { stdout, status } = spawnSync(program, [...args, '--help'], { cwd: root, encoding: 'utf8' })
  const usage = new RegExp(`^npm (?:run (?:-s )?)?${name}\\b.*\\n[A-Z][^]+\\.\\n$`)
  expect([stdout, status]).toEqual([expect.stringMatching(usage), 0])
})
