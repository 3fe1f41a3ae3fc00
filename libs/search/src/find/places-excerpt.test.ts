import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { buildSegment, emptyView, excerptAt, extendView, findPages, openSegment } from '../index.ts'

const filler = 'Lorem ipsum dolor sit amet, out_of.order. '.repeat(40)

function excerptOf(text: string, query: string, maxCharacters: number) {
  const sections = [{ title: '', text }]
  const segment = openSegment(buildSegment([{ space: 's', id: 'p', text: { title: '', sections, document: '' } }]))
  const { pages } = findPages(extendView(emptyView, segment), { readable: ['s'], text: query })
  const { text: shown, marks } = excerptAt(text, pages[0]?.sections[0]?.places ?? [], maxCharacters)
  return { shown, marked: marks.map(({ start, end }) => shown.slice(start, end)) }
}

test('an excerpt shows where the words stand together and marks them, far behind in a long text', () => {
  const text = `A buffer first. ${filler}The file  buffer\nplugin stores chunks. ${filler}`
  const { shown, marked } = excerptOf(text, 'file buffers', 100)
  expect(shown).toContain('The file buffer plugin')
  expect(marked).toEqual(['file', 'buffer'])
})

test('identifiers, accents and unspaced text are marked whole', () => {
  expect(excerptOf(`${filler}Set out_forward now.`, 'out_forward', 60).marked).toEqual(['out_forward'])
  expect(excerptOf(`${filler}Viele Grüße, alle.`, 'grüsse', 60).marked).toEqual(['Grüße'])
  expect(excerptOf('長い文章の中に設定ファイルがある。'.repeat(30), '設定ファイル', 60).marked[0]).toBe('設定ファイル')
})

test('an excerpt is never too long, never ill-formed, and its marks are words of it', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('apple ', 'pear_apple ', '\ud800', 'Äpple', '漢字apple'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 2, max: 80 }), (pieces, max) => {
      const { shown, marked } = excerptOf(pieces.join(''), 'apple 漢字', max)
      expect(shown.length).toBeLessThanOrEqual(max)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).not.toMatch(/\p{Cc}/u)
      for (const one of marked) expect(one.normalize('NFKC').toLowerCase()).toMatch(/a|ä|漢|字/)
    }),
    { numRuns: runs(100) },
  )
})
