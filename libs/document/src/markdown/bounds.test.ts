import { expect, test } from '@jest/globals'
import { toDocument } from '../document/from-markdown.ts'
import { toMarkdown } from '../document/to-markdown.ts'
import type { BlockOf } from '../nodes/nodes.ts'
import { parse } from './parse.ts'

const tableOf = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'b\n'.repeat(rows)}`
const htmlTableOf = (columns: number, rows: number) =>
  `<table><tbody><tr>${'<td>a</td>'.repeat(columns)}</tr>${'<tr><td>b</td></tr>'.repeat(rows)}</tbody></table>`
const tree = (block: unknown) => ({ object: 'document', data: {}, nodes: [block] }) as never

function tableTree(columns: number, rows: number) {
  const ids = Array.from({ length: columns }, (_, index) => `c${index}`)
  const definition = Object.fromEntries(ids.map((id) => [id, { id, title: '', type: 'text', textAlignment: 'left' }]))
  const record = (index: number) => [`r${index}`, { orderIndex: String(index), values: {} }]
  const records = Object.fromEntries(Array.from({ length: rows }, (_, index) => record(index)))
  const view = { type: 'grid', columns: ids, hideHeader: false }
  return tree({ object: 'block', type: 'table', isVoid: true, data: { view, definition, records }, fragments: [] })
}

test('a table has at most 2,000 columns and 20,000 cells; its short rows count as wide as they are shown', () => {
  for (const text of [tableOf(2000, 100), tableOf(2001, 1), tableOf(200, 100)])
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'too-large', message: expect.stringContaining('table') }),
    )
  for (const document of [tableTree(4000, 4000), tableTree(2001, 1), tableTree(200, 100)])
    expect(() => toMarkdown(document)).toThrow(expect.objectContaining({ code: 'too-large' }))
  for (const text of [tableOf(200, 98), tableOf(250, 3)]) expect(toDocument(text).nodes[0]?.type).toBe('table')
  expect(toMarkdown(tableTree(200, 98))).toContain('|')
})

test('a table in HTML that is too large stays HTML', () => {
  const [block] = toDocument(htmlTableOf(400, 100)).nodes
  expect(block).toMatchObject({ type: 'paragraph', nodes: [{ leaves: [{ raw: htmlTableOf(400, 100) }] }] })
  expect(toDocument(htmlTableOf(5, 3)).nodes[0]?.type).toBe('table')
})

test('rows are not filled up: a document has a cell for each one that says something', () => {
  for (const text of [tableOf(100, 150), htmlTableOf(100, 150)]) {
    const [table] = toDocument(text).nodes as BlockOf<'table'>[]
    expect(table?.fragments.length).toBeLessThanOrEqual(250)
    const document = toDocument(text)
    expect(toDocument(toMarkdown(document))).toEqual(document)
  }
})

const cells = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${`${'| word'.repeat(columns)}|\n`.repeat(rows)}`

test('a document has at most 5,000,000 characters as JSON', () => {
  expect(() => toDocument(`${cells(100, 130)}\n${cells(100, 140)}`)).toThrow(
    expect.objectContaining({ code: 'too-large', message: expect.stringContaining('as JSON') }),
  )
})

test('a page has at most 60,000 pieces of content', () => {
  expect(() => parse(`${'[a](b) '.repeat(50)}\n\n`.repeat(420))).toThrow(
    expect.objectContaining({ code: 'too-large', message: expect.stringContaining('pieces') }),
  )
})
