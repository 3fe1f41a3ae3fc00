import { expect, test } from '@jest/globals'
import { cachedJson, jsonBytes } from './json-bytes.ts'

const cached = (value: unknown) => cachedJson<unknown>(Buffer.from(JSON.stringify(value)))
const written = (body: unknown) => JSON.parse(jsonBytes(body).toString())

test('kept texts stand in a reply where their values would', () => {
  const document = { nodes: [{ text: 'ä "quoted" \\ 漢字' }] }
  const body = { id: 'p', document: cached(document), more: [cached([1, 2]), 'text', cached(null)] }
  expect(written(body)).toEqual({ id: 'p', document, more: [[1, 2], 'text', null] })
})

test('a reply without any is what JSON.stringify makes of it', () => {
  expect(jsonBytes({ a: [1, undefined, 'é'], b: undefined }).toString()).toBe('{"a":[1,null,"é"]}')
})

test('elsewhere a kept text is its value', () => {
  expect(JSON.parse(JSON.stringify({ document: cached({ a: 1 }) }))).toEqual({ document: { a: 1 } })
})

test('a value that cannot be written leaves later replies as they are', () => {
  const circular: Record<string, unknown> = { document: cached(1) }
  circular.self = circular
  expect(() => jsonBytes(circular)).toThrow()
  expect(written({ document: cached(2) })).toEqual({ document: 2 })
})

test('characters of every script are written in UTF-8, halves of characters as JSON escapes them', () => {
  for (const text of ['é', 'ÿĀ…', '設定', '\u{1f600}', '\ud800 half', '\u2028', '…'.repeat(100_000)]) {
    expect(jsonBytes({ text }).equals(Buffer.from(JSON.stringify({ text })))).toBe(true)
    expect(written({ a: text, kept: cached(text), b: text })).toEqual({ a: text, kept: text, b: text })
  }
})
