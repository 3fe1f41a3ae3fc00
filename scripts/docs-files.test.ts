import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const exclude = (path: string) => basename(path) === 'node_modules'
const files = globSync('{libs,services,deploy,scripts,testing,tests,bench,docs}/**', { cwd: root, exclude })
const paths = new Set([...files, ...globSync('*', { cwd: root })])
const names = new Set([...paths].map((path) => basename(path)))

const pages = [
  ...globSync('*.md', { cwd: root }),
  ...files.filter((path) => path.endsWith('.md') && !/fixtures/.test(path)),
]

test.each(pages)('every file that %s names is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  // Links in code are examples, and links in braces are placeholders.
  const prose = text.replaceAll(/(`+)[^\n]*?\1/g, '')
  const links = [...prose.matchAll(/\]\((?!https?:|#|\{\{)([^)#]+)[^)]*\)/g)].map(([, link = '']) =>
    join(dirname(page), link),
  )
  const quoted = [...text.matchAll(/`([\w./-]+)`/g)].map(([, one = '']) => one.replace(/\/$/, ''))
  const whole = quoted.filter((one) => /^(libs|services|deploy|scripts|testing|tests|docs)\//.test(one))
  const sources = quoted.filter((one) => /^\w[\w./-]*\.ts$/.test(one)).map((one) => basename(one))
  const missing = [...links, ...whole].filter((path) => !paths.has(path))
  expect([...missing, ...sources.filter((name) => !names.has(name))]).toEqual([])
})
