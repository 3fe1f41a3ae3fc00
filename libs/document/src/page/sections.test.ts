import { expect, test } from '@jest/globals'
import { excerpt, plainText } from '../markdown/readable-text.ts'
import { sections } from './sections.ts'

const page = { title: 'Page', description: 'About' }

test('sections have their place, their anchor and their words', () => {
  const text = `Intro *words*.

## Setup

\`\`\`sh
npm start
\`\`\`

### Linux \`x64\`

{% hint style="info" %}
Note [this](a.md)
{% endhint %}

## Setup

| a | b |
| - | - |
| c | d |
`
  const found = sections(text, page)
  expect(found.map(({ id, title, level, path, text }) => ({ id, title, level, path, text }))).toEqual([
    { id: '', title: 'Page', level: 0, path: [], text: 'About\nIntro words.' },
    { id: 'setup', title: 'Setup', level: 2, path: [], text: 'npm start' },
    { id: 'linux-x64', title: 'Linux x64', level: 3, path: ['Setup'], text: 'Note this' },
    { id: 'setup-1', title: 'Setup', level: 2, path: [], text: 'a b\nc d' },
  ])
  expect(found.map(({ markdown }) => markdown).join('')).toBe(text)
})

test('a page that opens with its own title has that title once', () => {
  const found = sections('# Page\n\nHello\n\n## More\n', page)
  expect(found.map(({ title, text, path }) => [title, text, path])).toEqual([
    ['Page', 'About\nHello', []],
    ['More', '', []],
  ])
})

test('an anchor that the writer chose is kept, and a heading without words has one too', () => {
  const found = sections('## Title <a href="#Own" id="Own"></a>\n\n## !!\n', page)
  expect(found[1]).toMatchObject({ id: 'Own', title: 'Title' })
  expect(found[2]?.id).toBe('section')
})

test('a byte order mark and other line ends neither shift nor lose text', () => {
  const text = '\uFEFFintro\r\n\r\n# A\r\nb\r\r# C\r'
  expect(sections(text, page).map(({ markdown }) => markdown)).toEqual(['\uFEFFintro\r\n\r\n', '# A\r\nb\r\r', '# C\r'])
})

test('tags, comments, scripts and markup are no words', () => {
  const html = '<p title="a > b">Fish &amp; chips</p><!-- secret --><script>alert(1)</script>'
  expect(plainText(`${html}\n\n**Bold** ~~no~~ ![alt](x.png) &copy;`).replace(/ +/g, ' ').trim()).toBe(
    'Fish & chips \nBold no alt ©',
  )
})

test('an excerpt cuts no word and no character in two, and begins after the heading', () => {
  expect(excerpt('# Title\n\nOne two\nthree four', 10)).toBe('One two…')
  expect(excerpt('𝒳'.repeat(20), 5)).toBe('𝒳𝒳𝒳𝒳…')
  expect(excerpt('short')).toBe('short')
})

test('formulas, footnotes and what tags say are words; comments, icons and tags are not', () => {
  const text = `a <!-- b --> <i class="fa-gear">:gear:</i> $$x^2$$ c[^1] <mark style="color:red;">d</mark>

<!-- e -->

{% swagger method="get" summary="f" %}
{% embed url="https://e.x/g" %}
h
{% endembed %}
{% endswagger %}

$$
y = z
$$

<table><tr><td>i<br>j</td></tr></table>

[^1]: k
`
  const words = plainText(text).split(/\s+/)
  expect(words).toEqual(['a', 'x^2', 'c', 'd', 'get', 'f', 'h', 'y', '=', 'z', 'i', 'j', 'k'])
})
