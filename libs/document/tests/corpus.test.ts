import { beforeAll, expect, test } from '@jest/globals'
import { analyse, links, pagePaths, parseSummary, rewriteLinks, toDocument, toMarkdown } from '@quire/document'
import { readCorpus } from './corpus.ts'
import { publishedSchema } from './published-schema.ts'

const folder = 'fluentd-docs/'
let pages: Map<string, string>
const validate = publishedSchema('JSONDocument')

const read = new Map<string, ReturnType<typeof toDocument>>()
const written = new Map<string, string>()

beforeAll(async () => {
  pages = new Map((await readCorpus()).map(({ path, text }) => [path.slice(folder.length), text]))
  for (const [path, text] of pages) {
    const document = toDocument(text)
    read.set(path, document)
    written.set(path, toMarkdown(document))
  }
})

test('the schema refuses a block that the published interface does not know', () => {
  expect(validate({ object: 'document', data: {}, nodes: [{ object: 'block', type: 'html' }] })).toBe(false)
})

test('every page satisfies the published schema and stays the same when it is written and read again', () => {
  expect(pages.size).toBeGreaterThan(190)
  for (const [path, document] of read) {
    expect([path, validate(document), validate.errors]).toEqual([path, true, null])
    const again = toDocument(written.get(path) ?? '')
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
    expect(toMarkdown(again)).toBe(written.get(path))
  }
})

/** Words of HTML and character references, which may be written another way. */
const markup = new Set(['apos', 'gt', 'lt', 'br', 'style', 'align', 'left'])

test('every page keeps all its words and shows no others', () => {
  const wordsIn = (text: string) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])
  for (const [path, text] of pages) {
    const kept = wordsIn(written.get(path) ?? '')
    expect([path, [...wordsIn(text)].filter((word) => !kept.has(word) && !markup.has(word))]).toEqual([path, []])
    const shown = JSON.stringify(read.get(path))
    for (const comment of text.match(/^<!--.*-->$/gm) ?? []) {
      expect([path, shown.includes(`"text":${JSON.stringify(comment)}`)]).toEqual([path, false])
    }
  }
})

test('the sections of a page hold all of it once, and its links find their pages', () => {
  const missing = new Set<string>()
  for (const [path, text] of pages) {
    const { sections, links } = analyse(text, { title: path })
    expect(sections.map(({ markdown }) => markdown).join('')).toBe(text)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    for (const { kind, target } of links) {
      if (kind === 'page' && !pagePaths(path, target).some((one) => pages.has(one))) missing.add(`${path}: ${target}`)
    }
  }
  // The link is broken in the documentation itself.
  expect([...missing]).toEqual(['configuration/config-file-yaml.md: ../config-file'])
})

test('changing the links of a page changes nothing else', () => {
  for (const [index, text] of [...pages.values()].entries()) {
    if (index % 4 > 0) continue
    expect(rewriteLinks(text, ({ url }) => url, links(text))).toBe(text)
    const moved = rewriteLinks(text, ({ kind, url }) => (kind === 'page' ? `moved/${url}` : undefined), links(text))
    const back = rewriteLinks(
      moved,
      ({ kind, url }) => (kind === 'page' ? url.slice('moved/'.length) : undefined),
      links(moved),
    )
    expect(back).toBe(text)
  }
})

test('the table of contents lists every page, and only files that are there', () => {
  const text = pages.get('SUMMARY.md') ?? ''
  const { title, pages: tree, duplicates } = parseSummary(text)
  const listed = tree.flatMap(function below(page): string[] {
    return [...(page.type === 'document' ? [page.path] : []), ...page.pages.flatMap(below)]
  })
  expect(title).toBe('Table of contents')
  expect(duplicates).toEqual([])
  expect(listed.length).toBe(text.match(/\]\(/g)?.length)
  expect(listed.filter((path) => !pages.has(path))).toEqual([])
})
