import { expect, test } from '@jest/globals'
import { buildSegment, emptyView, extendView, findPages, openSegment } from '../index.ts'

const texts = [
  { id: 'kubernetes', title: 'Kubernetes', text: 'Deploying the daemon on a cluster.' },
  { id: 'file', title: 'File', heading: 'buffer/file', text: 'Stores chunks on disk. Use the file buffer.' },
  { id: 'memory', title: 'Memory', heading: 'buffer/memory', text: 'Stores chunks in memory, not in a file.' },
  { id: 'reloading', title: 'Operation', text: 'Reloading happens by signal.' },
  { id: 'rpc', title: 'RPC', text: 'Call /api/config.gracefulRestart on the daemon.' },
  { id: 'reload', title: 'Operation', text: 'Reload happens by signal.' },
  { id: 'timezone', title: 'Timezone', text: 'Timezone, and again timezone.' },
  { id: 'daylight', title: 'Notes', text: 'Of daylight there is much to say, and little of the timezone.' },
  { id: 'japanese', title: '日本語', text: '設定ファイルを検索する' },
]
const pages = texts.map(({ id, title, heading = '', text }) => {
  return { space: 'docs', id, text: { title, sections: [{ title: heading, text }], document: '' } }
})
const view = extendView(emptyView, openSegment(buildSegment(pages)))
const find = (text: string, options = {}) => findPages(view, { readable: ['docs'], text, options }).pages
const ids = (text: string, options = {}) => find(text, options).map(({ id }) => id)

test('pages with every word come before pages with some', () => {
  expect(ids('file buffer disk')).toEqual(['file', 'memory'])
})

test('a page with every word comes before one that has a single word as its title, unless the best match is asked for', () => {
  expect(ids('timezone daylight')).toEqual(['daylight', 'timezone'])
  expect(ids('timezone daylight', { order: 'best-first' })).toEqual(['timezone', 'daylight'])
})

test('the word as written comes before another form of it', () => {
  expect(ids('reload')).toEqual(['reload', 'reloading'])
  expect(ids('reloading')).toEqual(['reloading', 'reload'])
})

test.each(['kuberntes', 'kubernettes', 'kubernites', 'kubenretes'])('a title is found misspelt: %s', (text) => {
  expect(ids(text)).toEqual(['kubernetes'])
})

test.each(['kub', 'the kuber'])('the last word may be unfinished: %s', (text) => {
  expect(ids(text, { prefixLast: true })[0]).toBe('kubernetes')
})

test.each(['検索', '設', 'ファイル'])('Japanese is found within a sentence: %s', (text) => {
  expect(ids(text)).toEqual(['japanese'])
})

test.each(['gracefulRestart', '/api/config.gracefulRestart'])('an identifier is found: %s', (text) => {
  expect(ids(text)).toEqual(['rpc'])
})

test('a question of stop words alone, and a text without words, find what they can without an error', () => {
  expect(ids('what is the')).not.toHaveLength(0)
  expect(ids('--- ?!')).toEqual([])
})

test('a section covers a question whole where all its words stand in it or the page’s title, and else by how telling they are', () => {
  const coverage = (text: string) => find(text, { order: 'best-first' })[0]?.sections[0]?.coverage ?? 0
  expect(coverage('Is there a daemon on the cluster of Kubernetes?')).toBe(1)
  expect(coverage('Is there a daemon in Kubernetes?')).toBe(1)
  expect(coverage('Does the daemon speak to BigQuery?')).toBeLessThan(0.5)
  expect(coverage('?!')).toBe(0)
})
