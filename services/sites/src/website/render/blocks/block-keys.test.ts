import { expect, test } from '@jest/globals'
import { toDocument } from '@quire/document'
import { renderMarkdown, renderTree } from './blocks.fixture.ts'
import { everyKind, specification } from './every-kind.fixture.ts'
import { attributeOf, type Element, elementsOf } from './parsed.fixture.ts'

const named = { keys: 'named', conditions: 'marked' } as const
const withKey = (html: string) => elementsOf(html).filter((one) => attributeOf(one, 'data-key') !== undefined)
const isOffered = (one: Element) => attributeOf(one, 'data-block') !== undefined
const htmlOf = async (markdown: string, context = {}) => String((await renderMarkdown(markdown, context)).html)

const page = `# Title

Words.

* one
* two

{% columns %}
{% column %}
Left
{% endcolumn %}

{% column %}
> Right
{% endcolumn %}
{% endcolumns %}

***
`

test('for authors each block has its key, and those that stand alone or in a panel may be commented on', async () => {
  const html = await htmlOf(page, named)
  const offered = withKey(html).filter(isOffered)
  expect(offered.map(({ tagName }) => tagName)).toEqual(['h2', 'p', 'ul', 'p', 'blockquote'])
  const { nodes } = toDocument(page, {}, 'full')
  const keys = withKey(html).map((one) => attributeOf(one, 'data-key'))
  expect(keys).toEqual(expect.arrayContaining(nodes.slice(0, 3).map(({ key }) => key)))
  expect(new Set(keys).size).toBe(keys.length)
})

test('visitors get the same page without keys', async () => {
  const published = await htmlOf(everyKind, { openapi: () => specification, conditions: 'marked' })
  const html = await htmlOf(everyKind, { openapi: () => specification, ...named })
  expect(withKey(published)).toEqual([])
  expect(html.replaceAll(/ data-key="[\w-]+"| data-block(?=[ >])/g, '')).toBe(published)
  expect(withKey(html).length).toBeGreaterThan(50)
})

test('an included text has no keys of its own, only that of its place', async () => {
  const include = '{% include "/reusable-contents/r" %}\n'
  const { html } = await renderTree(toDocument(include, {}, 'full'), {
    ...named,
    reusable: () => toDocument('First.\n\nSecond.', {}, 'full').nodes,
  })
  expect(withKey(String(html)).map(({ tagName }) => tagName)).toEqual(['p'])
})

test('nothing that people write becomes the key of a block', async () => {
  const attempts = [
    '$$\\htmlData{key=x,block=y}{z}$$',
    '<p data-key="x" data-block>z</p>',
    '" data-key="x" data-block="',
    '{% hint style="info" data-key="x" data-block="y" %}\nz\n{% endhint %}',
    '```js data-key="x"\nz\n```',
  ].join('\n\n')
  const keys = withKey(await htmlOf(attempts, named)).map((one) => attributeOf(one, 'data-key'))
  expect(keys.length).toBeGreaterThan(0)
  expect(keys).not.toContain('x')
})
