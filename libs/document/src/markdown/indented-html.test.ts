import { expect, test } from '@jest/globals'
import { links, rewriteLinks } from '@quire/document'
import { parse } from './parse.ts'
import { plainText } from './readable-text.ts'

const typesIn = (markdown: string) => parse(markdown).children.map(({ type }) => type)

const table = `<table>
    <tr>
        <td>

            **Bold** [words](a.md)

            * one
              * deeper

            \`\`\`sh
            if true
              then
            \`\`\`

        </td>

        <td>![picture](b.png)</td>
    </tr>
</table>
`

test('what authors indent with the tags around it is read as if it began its line', () => {
  expect(typesIn(table)).toEqual(['html', 'paragraph', 'list', 'code', 'html', 'html'])
  expect(parse(table).children[3]).toMatchObject({ lang: 'sh', value: 'if true\n  then' })
  expect(plainText(table)).not.toMatch(/<|\*|```/)
})

test('the same holds in an item of a list, after tabs, and for tags right below words', () => {
  const inItem = `1. Item\n\n${table.replaceAll(/^(?=.)/gm, '   ')}\n2. Next\n`
  expect(plainText(inItem)).not.toMatch(/<|\*|```/)
  expect(plainText(table.replaceAll('    ', '\t'))).not.toMatch(/<|\*|```/)
  expect(plainText('<div>\n\n      Words\n      </div>\n\nEnd')).toBe('Words\nEnd')
})

test('links in indented HTML are where they are written, so that others can take their place', () => {
  const text = `First\n\n${table}\n[last](c.md)\n`
  const found = links(text)
  expect(found.map(({ url, source }) => [url, text.slice(source?.start, source?.end)])).toEqual([
    ['a.md', 'a.md'],
    ['c.md', 'c.md'],
  ])
  const moved = rewriteLinks(text, ({ url }) => `x/${url}`, found)
  expect(moved).toBe(text.replace('a.md', 'x/a.md').replace('c.md', 'x/c.md'))
})

test('code that is indented by more than its tag, after no tag, or after one that nothing closes stays code', () => {
  expect(typesIn('<td>\n\n    npm start\n\n</td>')).toEqual(['html', 'code', 'html'])
  expect(typesIn('Put this in:\n\n    <div>\n\n    </div>\n\nDone')).toEqual(['paragraph', 'code', 'paragraph'])
  expect(typesIn('<div>\n\nWords\n\n    <b>code</b>\n')).toEqual(['html', 'paragraph', 'code'])
  expect(typesIn('```html\n<div>\n```\n\n    code\n\n```html\n</div>\n```\n')).toEqual(['code', 'code', 'code'])
})

test('HTML in a list stays in the list, in an element with indented lines too', () => {
  const list = '* a\n  * b\n\n    <figure><img src="x.png"></figure>\n'
  const text = `<details>\n\n${list}\n</details>\n\n<div>\n\n      <p>Words</p>\n\n${list.replaceAll(/^(?=.)/gm, '  ')}\n</div>\n`
  expect(typesIn(text)).toEqual(['html', 'list', 'html', 'html', 'html', 'list', 'html'])
})

test('preformatted text keeps its white space', () => {
  const text = '<div>\n\n    <pre>\n      a\n        b\n    </pre>\n\n</div>\n'
  expect(parse(text).children[1]).toMatchObject({ type: 'html', value: '<pre>\n      a\n        b\n    </pre>' })
})
