import { expect, test } from '@jest/globals'
import { classifyUrl, isSafeUrl } from '../markdown/urls.ts'
import { links } from './links.ts'
import { rewriteLinks } from './rewrite-links.ts'
import { analyse, sections } from './sections.ts'

const text = `[a](<b c.md> "t") ![p](x%20y.png) [r][ref] <https://e.x/1> https://e.x/2 me@e.x

{% content-ref url="d/e.md#f" %}
[e](d/e.md)
{% endcontent-ref %}

> <img src='i.svg' alt="I"> and <a href=old.md>old</a> [m](mailto:a@b.c) [h](#here) \`[no](no.md)\`

[ref]: <r.md>

\`\`\`
[no](no.md)
\`\`\`
`

test('links of every form are found, and code is none', () => {
  expect(links(text).map(({ url, kind, target, text, image }) => [url, kind, target, text, image])).toEqual([
    ['b c.md', 'page', 'b c.md', 'a', false],
    ['x%20y.png', 'file', 'x y.png', 'p', true],
    ['r.md', 'page', 'r.md', 'r', false],
    ['https://e.x/1', 'external', 'https://e.x/1', 'https://e.x/1', false],
    ['https://e.x/2', 'external', 'https://e.x/2', 'https://e.x/2', false],
    ['mailto:me@e.x', 'mailto', 'me@e.x', 'me@e.x', false],
    ['d/e.md#f', 'page', 'd/e.md', '', false],
    ['d/e.md', 'page', 'd/e.md', 'e', false],
    ['i.svg', 'file', 'i.svg', 'I', true],
    ['old.md', 'page', 'old.md', '', false],
    ['mailto:a@b.c', 'mailto', 'a@b.c', 'm', false],
    ['#here', 'anchor', 'here', 'h', false],
  ])
})

test('the place of a link is that of its address', () => {
  const written = links(`\uFEFF${text}`).map(({ source }) => `\uFEFF${text}`.slice(source?.start, source?.end))
  const own = ['<b c.md>', 'x%20y.png', '<r.md>', '<https://e.x/1>', 'https://e.x/2', 'me@e.x', 'd/e.md#f', 'd/e.md']
  expect(written).toEqual([...own, 'i.svg', 'old.md', 'mailto:a@b.c', '#here'])
})

test('a block that shows a specification refers to it by its name, which no address takes the place of', () => {
  const block = (attributes: string) =>
    `{% openapi-operation ${attributes} path="/pets" method="get" %}\n{% endopenapi-operation %}\n`
  const named = block('spec="pets"')
  expect(links(named)).toMatchObject([{ url: '/openapi/pets', kind: 'external', image: false }])
  expect(rewriteLinks(named, () => 'other', links(named))).toBe(named)
  expect(links(`{% openapi-schemas spec='p' schemas="A" %}\n{% openapi-webhook spec="w" %}`)).toHaveLength(2)
  for (const text of [block('spec="a b"'), block('spec="a#b"'), '{% hint spec="pets" %}\n'])
    expect(links(text)).toEqual([])
})

test('changing addresses changes nothing else', () => {
  const changed = rewriteLinks(text, ({ kind, target }) => (kind === 'page' ? `new/${target}` : undefined), links(text))
  const expected = text
    .replace('<b c.md>', '<new/b%20c.md>')
    .replace('<r.md>', '<new/r.md>')
    .replace('url="d/e.md#f"', 'url="new/d/e.md"')
    .replace('(d/e.md)', '(new/d/e.md)')
    .replace('href=old.md', 'href="new/old.md"')
  expect(changed).toBe(expected)
})

test.each([
  'a b(c.md',
  'x"y\'z.md',
  'a&amp;b.md',
  'p|q.md',
  'q%25}r.md',
  'a\nb.md',
  'x> <script>.md',
  'back\\slash',
  '`tick`',
])('a new address stays in its place: %j', (url) => {
  const before =
    '| [t](a.md) |\n| - |\n| x |\n\n{% embed url="a.md" %}\n\n<a href=\'a.md\'>t</a> <a href=a.md>t</a> <xx:y>\n'
  const after = rewriteLinks(before, () => url, links(before))
  const found = links(after).map((link) => decodeURIComponent(link.url))
  expect(found).toEqual(Array(5).fill(decodeURIComponent(url)))
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001java\nscript\t:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://a/b',
  'file:///etc/passwd',
  '\u200bjavascript:x',
])('an address that could run a script is not safe: %j', (url) => {
  expect(isSafeUrl(url)).toBe(false)
})

test.each(['a.md', '../a/b.md#c', '#x', '/x:y', '?a:b', 'https://e.x', 'mailto:a@b.c', 'tel:1', '//e.x/y', ''])(
  'an ordinary address is safe: %j',
  (url) => {
    expect(isSafeUrl(url)).toBe(true)
  },
)

test('a page with a version in its name is a page', () => {
  expect(classifyUrl('quickstart/update-from-v0.12').kind).toBe('page')
  expect(classifyUrl('a/b.tar.gz?x#y')).toEqual({ kind: 'file', target: 'a/b.tar.gz', anchor: 'y' })
  expect(classifyUrl('100%.md').target).toBe('100%.md')
})

test('one parse gives the same sections and links as two', () => {
  const page = { title: 'Page' }
  expect(analyse(text, page)).toEqual({ sections: sections(text, page), links: links(text) })
})

test('the dark variant of a picture is a link as well', () => {
  const picture =
    '<picture><source srcset="dark.png" media="x"><source srcset="a.png 1x, b.png 2x"><img src="a.png"></picture>\n'
  expect(rewriteLinks(picture, ({ target, image }) => (image ? `/files/${target}` : undefined), links(picture))).toBe(
    picture.replace('"dark.png"', '"/files/dark.png"').replace('<img src="', '<img src="/files/'),
  )
})
