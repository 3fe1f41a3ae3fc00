import { expect, test } from '@jest/globals'
import { links, rewriteLinks, toDocument, toMarkdown } from '@quire/document'
import { readBlockTag } from './block-tags.ts'

const valuesOf = (tag: string) => readBlockTag(tag).attributes.map(({ name, value }) => [name, value])

test.each([
  [
    `{% code title="a b" overflow='wrap' lineNumbers=true %}`,
    ['title', 'a b'],
    ['overflow', 'wrap'],
    ['lineNumbers', 'true'],
  ],
  ['{%code title=app.js%}', ['title', 'app.js']],
  ['{% hint style=“info” %}', ['style', 'info']],
  ['{% hint style="info %}', ['style', 'info']],
  ['{% embed url=https://e.x/a?b=c%20d %}', ['url', 'https://e.x/a?b=c%20d']],
  ['{% tab title="a=b c=d" %}', ['title', 'a=b c=d']],
  ['{% include ./a/b.md %}', ['include', './a/b.md']],
])('%s has its attributes, with quotes of any kind or none', (tag, ...attributes) => {
  expect(valuesOf(tag)).toEqual(attributes)
  for (const { value, start, end } of readBlockTag(tag).attributes) expect(tag.slice(start, end)).toBe(value)
})

test('a block whose attributes have no quotes is read, and written with quotes', () => {
  const document = toDocument('{% code title=app.js lineNumbers=true %}\n```js\na()\n```\n{% endcode %}\n')
  expect(document.nodes).toMatchObject([{ type: 'code', data: { title: 'app.js', lineNumbers: true } }])
  expect(toMarkdown(document)).toContain('{% code title="app.js" lineNumbers="true" %}')
})

test('an address that takes the place of one without quotes does not end early', () => {
  const text = '{% embed url=a.md %}\n\n{% include b.md %}\n'
  const moved = rewriteLinks(text, ({ url }) => `x y/“${url}”`, links(text))
  expect(links(moved).map(({ url }) => decodeURIComponent(url))).toEqual(['x y/“a.md”', 'x y/“b.md”'])
})
