import { expect, test } from '@jest/globals'
import { parseFrontMatter, withFrontMatter } from './front-matter.ts'

test('attributes are read as data, and the body stays as it is', () => {
  const text =
    '---\r\ndescription: >-\r\n  Two\r\n  lines\r\nhidden: true\r\nicon: book\r\nlayout:\r\n  width: wide\r\n---\r\n\r\n# T\r\n'
  expect(parseFrontMatter(text)).toEqual({
    attributes: { description: 'Two lines', hidden: true, icon: 'book', layout: { width: 'wide' } },
    body: '\r\n# T\r\n',
  })
})

test.each([
  ['no lines at all', 'plain'],
  ['a rule that is never closed', '---\ntitle: a\n'],
  ['a heading between rules', '---\nTitle\n---\nbody'],
  ['a longer rule', '----\na: b\n----\n'],
  ['a rule further down', 'text\n---\na: b\n---\n'],
  ['prose between rules', `---\n\n${'@ Words, words. '.repeat(2000)}\n\nTo: whom\n---\n`],
])('what is no front matter is text: %s', (_what, text) => {
  expect(parseFrontMatter(text)).toEqual({ attributes: {}, body: text })
})

test('broken front matter is refused, naming its line in the file', () => {
  expect(() => parseFrontMatter('---\ntitle: a\nbad: [1, 2\n---\n')).toThrow(
    expect.objectContaining({
      code: 'front-matter',
      line: expect.any(Number),
      message: expect.stringContaining('line'),
    }),
  )
  expect(() => parseFrontMatter('---\na: 1\na: 2\n---\n')).toThrow(
    expect.objectContaining({ code: 'front-matter', line: 3 }),
  )
})

test.each([
  [
    'multiplying aliases',
    `a: &a [x, x]\n${'bcdefghij'.replace(/./g, (c, i) => `${c}: &${c} [${`*${'abcdefghi'[i]}, `.repeat(9)}x]\n`)}`,
  ],
  ['an alias of itself', 'a: &a [*a]'],
  ['an unknown alias', 'a: *b'],
  ['deep nesting', `a: ${'['.repeat(30_000)}`],
  ['nesting that only recursion minds', `a: ${'['.repeat(30)}${']'.repeat(30)}`],
  ['too much of it', `a: ${'x'.repeat(17_000)}`],
])('hostile front matter is refused: %s', (_what, yaml) => {
  expect(() => parseFrontMatter(`---\n${yaml}\n---\n`)).toThrow(expect.objectContaining({ code: 'front-matter' }))
})

test('no key of front matter reaches the prototype of objects', () => {
  const { attributes } = parseFrontMatter('---\n__proto__:\n  admin: true\n---\n')
  expect(Object('admin' in attributes)).toEqual(Object(false))
  expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype)
})

test('a body that looks like front matter is a body again once it was written', () => {
  const body = '---\na: b\n---\n'
  expect(parseFrontMatter(withFrontMatter({}, body))).toEqual({ attributes: {}, body })
})

test('a body that begins with a rule is written as it is', () => {
  for (const body of ['---\n\nText\n', '---\n\nText\n\n---\n\nMore\n', '***\n']) {
    expect(withFrontMatter({}, body)).toBe(body)
    expect(parseFrontMatter(withFrontMatter({ icon: 'x' }, body))).toEqual({ attributes: { icon: 'x' }, body })
  }
})

test('a body that looks like broken front matter can be written back', () => {
  const body = '---\na: [1\n---\nText'
  expect(parseFrontMatter(withFrontMatter({}, body))).toEqual({ attributes: {}, body })
})

test('long values are not folded, and stay the same', () => {
  const attributes = { description: `${'word '.repeat(60)}end`, note: 'a\nb\n', list: [1, null, true, '1'] }
  expect(withFrontMatter(attributes, '')).toContain(`description: ${attributes.description}\n`)
  expect(parseFrontMatter(withFrontMatter(attributes, ''))).toEqual({ attributes, body: '' })
})
