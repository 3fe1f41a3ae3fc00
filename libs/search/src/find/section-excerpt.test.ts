import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { buildSegment, emptyView, excerptAt, extendView, findPages, openSegment } from '../index.ts'

const filler = 'Lorem ipsum dolor sit amet, out_of.order. '.repeat(40)

function excerptOf(text: string, query: string, maxCharacters: number) {
  const sections = [{ title: '', text }]
  const segment = openSegment(buildSegment([{ space: 's', id: 'p', text: { title: '', sections, document: '' } }]))
  const { pages } = findPages(extendView(emptyView, segment), { readable: ['s'], text: query })
  return excerptAt(text, pages[0]?.sections[0]?.words ?? [], maxCharacters)
}

test('an excerpt shows on one line where the words stand together, far behind in a long text', () => {
  const text = `A buffer first. ${filler}The file  buffer\nplugin stores chunks. ${filler}`
  expect(excerptOf(text, 'file buffers', 100)).toMatch(/^….*The file buffer plugin stores chunks\..*…$/)
  expect(excerptOf(`The  file\n\tbuffer \ud800 here`, 'buffer', 100)).toBe('The file buffer here')
})

test('identifiers, accents and unspaced text are shown whole', () => {
  expect(excerptOf(`${filler}Set out_forward now.`, 'out_forward', 60)).toMatch(/Set out_forward now\.$/)
  expect(excerptOf(`${filler}Viele Grüße, alle.`, 'grüsse', 60)).toMatch(/Viele Grüße, alle\.$/)
  expect(excerptOf('長い文章の中に設定ファイルがある。'.repeat(30), '設定ファイル', 60)).toContain('設定ファイル')
})

test('an excerpt is never too long and never ill-formed', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('apple ', 'pear_apple ', '\ud800', 'Äpple', '漢字apple'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 2, max: 80 }), (pieces, max) => {
      const excerpt = excerptOf(pieces.join(''), 'apple 漢字', max)
      expect(excerpt.length).toBeLessThanOrEqual(max)
      expect(excerpt.isWellFormed()).toBe(true)
      expect(excerpt).not.toMatch(/\p{Cc}/u)
    }),
    { numRuns: runs(100) },
  )
})
