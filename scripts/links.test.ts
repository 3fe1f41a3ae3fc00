import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const exclude = (path: string) => basename(path) === 'node_modules'
const folders = '{libs,services,console,deploy,scripts,testing,tests,bench,docs}/**'
const paths = new Set([folders, '*'].flatMap((pattern) => globSync(pattern, { cwd: root, exclude })))
const names = new Set([...paths].map((path) => basename(path)))
const own = [...paths].filter((path) => !/\/fixtures\//.test(path) && path !== 'scripts/links.test.ts')
const sources = own.filter((path) => /\.(tsx?|mjs|sh|sql|ya?ml)$/.test(path))
const pages = own.filter((path) => path.endsWith('.md'))

/** Reads a file, with comments of several lines joined to one text. */
const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/\n\s*(\*|\/\/|#) /g, ' ')

/** The text of a page without code: links in code are examples. */
const proseOf = (page: string) => read(page).replaceAll(/(`+)[^\n]*?\1/g, '')

/** The anchors of a page's headings, as GitHub generates them. */
const anchorsOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]))
const records = pages.map((page) => /^docs\/adr\/\d{4}/.exec(page)?.[0])

const hasHeading = (page: string, heading: string) => anchors.get(page)?.includes(heading) ?? false

function missingIn(path: string, text = read(path)): string[] {
  const headings = [...text.matchAll(/\b(docs\/[\w-]+\.md)#([\w-]+)/g)]
  const missing = headings.filter(([, page = '', heading = '']) => !hasHeading(page, heading)).map(([whole]) => whole)
  const decisions = [...text.matchAll(/\bdocs\/adr\/\d+/g)].map(([whole]) => whole)
  return [...missing, ...decisions.filter((one) => !records.includes(one))].map((one) => `${path}: ${one}`)
}

/** References to sections by number, and to decisions in another form than docs/adr/0001. */
const numbered = /\b(?:interface|design|attacks?|facts|foundations|adr)\b,? (?:facts, )?\d[\d.]*/gi

test('every heading and every decision that a comment cites is there', () => {
  expect([...sources, ...pages].flatMap((path) => missingIn(path))).toEqual([])
})

test('every heading that a page links to is there', () => {
  const missing = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([\w-]+)\)/g)]
      .map(([, path = '', heading = '']) => ({ target: path === '' ? page : join(dirname(page), path), heading }))
      .filter(({ target, heading }) => !hasHeading(target, heading))
      .map(({ target, heading }) => `${page}: ${target}#${heading}`),
  )
  expect(missing).toEqual([])
})

test.each(pages)('every file that %s names is there', (page) => {
  // Links in braces are placeholders.
  const links = [...proseOf(page).matchAll(/\]\((?!https?:|#|\{\{)([^)#]+)[^)]*\)/g)].map(([, link = '']) =>
    join(dirname(page), link),
  )
  const quoted = [...read(page).matchAll(/`([\w./-]+)`/g)].map(([, one = '']) => one.replace(/\/$/, ''))
  const whole = quoted.filter((one) => /^(libs|services|deploy|scripts|testing|tests|docs)\//.test(one))
  const files = quoted.filter((one) => /^\w[\w./-]*\.ts$/.test(one)).map((one) => basename(one))
  const missing = [...links, ...whole].filter((path) => !paths.has(path))
  expect([...missing, ...files.filter((name) => !names.has(name))]).toEqual([])
})

test('no comment cites a section by its number', () => {
  expect(sources.flatMap((path) => [...read(path).matchAll(numbered)].map(([one]) => `${path}: ${one}`))).toEqual([])
})

test('what is cited wrongly is noticed', () => {
  const wrong =
    'docs/interface.md#nowhere, docs/nowhere.md#spaces, docs/adr/9999, docs/interface.md#spaces, docs/adr/0001'
  expect(missingIn('a.ts', wrong)).toEqual([
    'a.ts: docs/interface.md#nowhere',
    'a.ts: docs/nowhere.md#spaces',
    'a.ts: docs/adr/9999',
  ])
  expect('Interface 2.20: a page (design 5, attacks 33; interface facts, 4.10), see ADR 0032'.match(numbered)).toEqual([
    'Interface 2.20',
    'design 5',
    'attacks 33',
    'interface facts, 4.10',
    'ADR 0032',
  ])
})
