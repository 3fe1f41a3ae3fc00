import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { analyse } from './analyse.ts'
import { textLimits } from './text-limits.ts'

const texts = (text: string) => analyse(text).map((token) => token.text)

test('words are equal whatever their case, accents and width', () => {
  expect(texts('École ＦＬＵＥＮＴＤ Straße ﬁle')).toEqual(texts('ecole fluentd strasse file'))
})

test.each([
  ['out_forward', ['out_forward', 'out', 'forward']],
  ['fluent-plugin-prometheus', ['fluent-plugin-prometheus', 'fluent', 'plugin', 'prometheus']],
  ['`format_firstline`', ['format_firstline', 'format', 'firstline']],
  ['@type', ['@type', 'type']],
  [
    '/api/config.gracefulReload',
    ['api/config.gracefulreload', 'api', 'config', 'gracefulreload', 'graceful', 'reload'],
  ],
  ['HTTPServer', ['httpserver', 'http', 'server']],
  ['1.14.3', ['1.14.3', '14']],
  ['C++ or C#', ['c++', 'or', 'c#']],
  ["the daemon's log", ['the', 'daemon', 'log']],
])('%s is found whole and by its parts', (text, expected) => {
  expect(texts(text)).toEqual(expected)
})

test('Chinese, Japanese and Korean are found by any two characters in a row', () => {
  expect(texts('設定ファイル')).toEqual(['設定', '定フ', 'ファ', 'ァイ', 'イル', 'ル'])
  expect(texts('검색을')).toEqual(['검색', '색을', '을'])
  expect(texts('Fluentdの設定').slice(0, 2)).toEqual(['fluentd', 'の設'])
})

test('unspaced Thai is split into words', () => {
  expect(texts('ภาษาไทย')).toEqual(['ภาษา', 'ไทย'])
})

test('a word after an identifier stands next to its last part, so phrases match across it', () => {
  expect(analyse('out_forward plugin').map(({ position }) => position)).toEqual([0, 0, 1, 2])
})

test('offsets lead back to the word in the text', () => {
  const text = 'a «Grüße», 設定 out_forward'
  expect(analyse(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'a',
    'Grüße',
    '設定',
    '定',
    'out_forward',
    'out',
    'forward',
  ])
})

test('no text yields an empty, ill-formed or overlong token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'binary-ascii' }), (a, b) => {
      for (const { text, start, end } of analyse(`${a}\ud800${b}\0${a}`)) {
        expect(text).not.toBe('')
        expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2046)
        expect(start).toBeLessThan(end)
      }
    }),
  )
})

test.each(['a', 'aB', 'a-', 'a.', '漢', '\u0301', '@', '_', "'", 'ภ', 'ﷺ', 'é'])(
  'a million characters of %j cost neither the stack nor more than the limit of tokens',
  (unit) => {
    expect(analyse(unit.repeat(1_000_000 / unit.length)).length).toBeLessThanOrEqual(textLimits.tokens)
  },
)

test.each([
  ['--dry-run', ['--dry-run', 'dry', 'run']],
  ['(-f', ['-f', 'f']],
  ['$HOME/bin', ['$home/bin', 'home', 'bin']],
  ['$VAR', ['$var', 'var']],
  ['a -- b - c $5', ['a', 'b', 'c', '5']],
])('the flags and variables in %j are words with their sign', (text, expected) => {
  expect(texts(text)).toEqual(expected)
})

test('a text that begins at a first token has the same tokens as the rest of the whole', () => {
  const piece = fc.constantFrom(...'aB9_-./:@+#\'’ é漢\u0301\u200d$"\n,', 'word ', 'isn’t ', "it's ", ' --flag', 'ภาษา')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const whole = analyse(text)
      for (const [index, { first, start, position }] of whole.entries()) {
        if (!first) continue
        const moved = analyse(text.slice(start)).map((token) => ({
          ...token,
          position: token.position + position,
          start: token.start + start,
          end: token.end + start,
        }))
        expect(moved.map(({ position: at, start: from }) => [at, from])).toEqual(
          whole.slice(index).map(({ position: at, start: from }) => [at, from]),
        )
      }
    }),
    { numRuns: runs(200) },
  )
})
