import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { toDocument } from '@quire/document'
import { blockSamples, ownBlocks } from '@quire/document/samples'
import { blockRenderers } from './block-renderers.ts'
import { renderMarkdown, testContext } from './blocks.fixture.ts'
import { everyKind, specification } from './every-kind.fixture.ts'
import { inlineRenderers } from './inline-renderers.ts'
import { sizeText } from './intl-text.ts'
import { markTypes } from './mark-html.ts'
import { attributeOf, type Element, elementsOf, found, inside, wordsIn } from './parsed.fixture.ts'

interface Schema {
  oneOf?: { $ref: string }[]
  properties?: { type: { enum: string[] } }
}

/** The names of what a schema of the published interface may be. */
function kindsOf(name: string): string[] {
  const spec = createRequire(import.meta.url).resolve('gitbook-api-authoring/spec/openapi.json')
  const schemas: Record<string, Schema> = JSON.parse(readFileSync(spec, 'utf8')).components.schemas
  const kinds = schemas[name]?.oneOf?.flatMap(
    ({ $ref }) => schemas[$ref.split('/').at(-1) ?? '']?.properties?.type.enum ?? [],
  )
  return [...new Set(kinds)].sort()
}

test('every block, inline and mark of the published schema is rendered, and every block of our own', () => {
  expect(Object.keys(blockRenderers).sort()).toEqual([...kindsOf('DocumentBlock'), ...ownBlocks].sort())
  expect(Object.keys(inlineRenderers).sort()).toEqual(kindsOf('DocumentInline'))
  expect([...markTypes].sort()).toEqual(kindsOf('DocumentTextMark'))
})

test('the page that other tests render has a block and an inline of every kind', () => {
  const text = JSON.stringify([toDocument(everyKind, {}, 'next'), toDocument(everyKind, {}, 'full')])
  const kinds = [...Object.keys(blockRenderers), ...Object.keys(inlineRenderers), ...markTypes]
  expect(kinds.filter((kind) => !text.includes(`"type":"${kind}"`))).toEqual([])
})

/** The tags and classes that 5-text.css gives the gap between blocks; those of headings and lines have their own. */
function spacedBlocks(): string[] {
  const styles = readFileSync(new URL('../../assets/styles/5-text.css', import.meta.url), 'utf8')
  const [, list = ''] = /^\.text :where\((.*)\) \{ margin-block: var\(--gap\); \}$/m.exec(styles) ?? []
  return [...list.split(', '), 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']
}

test.each(Object.entries(blockSamples).filter(([, sample]) => sample !== ''))(
  'the styles of the text know the element of %s',
  async (_, sample) => {
    // A block without an element of its own needs no style.
    const first = elementsOf((await renderMarkdown(sample)).html).slice(0, 1)
    const namesOf = (element: Element) => [
      element.tagName,
      ...(attributeOf(element, 'class') ?? '').split(' ').map((name) => `.${name}`),
    ]
    expect(first.map(namesOf).filter((names) => !spacedBlocks().some((one) => names.includes(one)))).toEqual([])
  },
)

/** Markdown, and what of it stands on the page: a selector's name and class, and its words or attributes. */
const facts: [string, string, string | undefined, string | Record<string, string>][] = [
  ['a\\\nb', 'p', undefined, 'ab'],
  ['<p align="center">x</p>', 'p', 'align-center', 'x'],
  ['**x**', 'strong', undefined, 'x'],
  ['<mark style="color:red;background-color:blue;">x</mark>', 'span', 'text-red', { class: 'text-red back-blue' }],
  ['[x](mailto:a@e.x)', 'a', undefined, { href: 'mailto:a@e.x' }],
  ['[x](https://e.x/a)', 'a', undefined, { href: 'https://e.x/a', rel: 'noopener noreferrer' }],
  ['<a href="https://e.x" class="button primary">Go</a>', 'a', 'button-primary', 'Go'],
  ['3. x', 'ol', undefined, { start: '3' }],
  ['- [x] done', 'input', undefined, { type: 'checkbox', disabled: '', checked: '', 'aria-label': 'Done' }],
  ['> x', 'blockquote', undefined, 'x'],
  ['{% hint style="danger" %}\nx\n{% endhint %}', 'div', 'hint-danger', { role: 'note', 'aria-label': 'Danger' }],
  ['```js\nlet a\n```', 'span', 'hljs-keyword', 'let'],
  ['```nobody-knows\nlet a\n```', 'span', 'line', 'let a'],
  ['```rare\n```', 'figure', 'code', { dir: 'ltr' }],
  [
    '{% code lineNumbers="true" overflow="wrap" %}\n```\nx\n```\n{% endcode %}',
    'figure',
    'numbered',
    { class: 'code wrap numbered' },
  ],
  ['<pre class="language-sh"><code class="lang-sh"><strong>a\n</strong>b\n</code></pre>', 'span', 'marked', 'a'],
  ['$$\n\\frac{1}{2}\n$$', 'mfrac', undefined, '12'],
  ['$$\n\\frac{\n$$', 'div', 'math-source', '\\frac{'],
  ['![alt](/files/f)', 'img', undefined, { src: '/files/f', alt: 'alt', width: '800', height: '600', loading: 'lazy' }],
  ['<figure><img src="/files/f" alt="" width="400"></figure>', 'img', undefined, { width: '400', height: '300' }],
  ['<figure><img src="/files/f" alt="" width="50%"></figure>', 'img', undefined, { width: '50%' }],
  [
    '![alt](https://other.example/x.png)',
    'button',
    undefined,
    { 'data-picture': 'https://other.example/x.png', hidden: '' },
  ],
  [
    '{% embed url="https://youtu.be/dQw4w9WgXcQ" %}',
    'button',
    undefined,
    { 'data-frame': 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', hidden: '' },
  ],
  ['{% embed url="https://unknown.example/v" %}', 'a', 'link-card', { href: 'https://unknown.example/v' }],
  ['<details open><summary>S</summary>\n\nx\n\n</details>', 'details', 'expandable', { open: '' }],
  [
    '{% tabs %}\n{% tab title="One" %}\nx\n{% endtab %}\n{% endtabs %}',
    'section',
    'tab',
    { 'aria-label': 'One', id: 'tab-one' },
  ],
  ['{% stepper %}\n{% step %}\nx\n{% endstep %}\n{% endstepper %}', 'li', 'step', 'x'],
  ['{% columns %}\n{% column width="33%" %}\nx\n{% endcolumn %}\n{% endcolumns %}', 'div', 'share-35', 'x'],
  [
    '{% updates format="short" %}\n{% update date="2026-10-01" %}\nx\n{% endupdate %}\n{% endupdates %}',
    'time',
    undefined,
    'Oct 1, 2026',
  ],
  ['| a | b |\n| - | -: |\n| 1 | 2 |', 'th', 'cell-right', 'b'],
  ['{% @acme/graph content="graph" %}', 'dd', undefined, 'graph'],
]

describe('on the page', () => {
  test.each(facts)('%s stands as %s %s', async (markdown, name, className, expected) => {
    const [element] = found((await renderMarkdown(markdown)).html, name, className)
    const attributes = Object.fromEntries(element?.attrs.map((one) => [one.name, one.value]) ?? [])
    if (typeof expected === 'string') expect(element && wordsIn(element)).toBe(expected)
    else expect(attributes).toMatchObject(expected)
  })
})

test('headings have their anchors, begin below the title of the page, and are listed where they are not folded away', async () => {
  const folded = '<details><summary>S</summary>\n\n### In it\n\n</details>'
  const { html, headings } = await renderMarkdown(`## One & two\n\n### Three\n\n## One & two\n\n${folded}`)
  expect(headings).toEqual([
    { id: 'one--two', title: 'One & two', level: 2 },
    { id: 'three', title: 'Three', level: 3 },
    { id: 'one--two-1', title: 'One & two', level: 2 },
  ])
  expect(found(html, 'h2').map((one) => attributeOf(one, 'id'))).toEqual(['one--two', 'one--two-1'])
  const parts =
    '{% tabs %}\n{% tab title="A" %}\n## In a tab\n{% endtab %}\n{% endtabs %}\n\n{% stepper %}\n{% step %}\n## In a step\n{% endstep %}\n{% endstepper %}'
  expect((await renderMarkdown(parts)).headings.map(({ title }) => title)).toEqual(['In a tab', 'In a step'])
  expect((await renderMarkdown('# One\n\n## Two')).headings.map(({ level }) => level)).toEqual([2, 3])
})

test('anchors that were written for GitBook, or in another spelling, lead to the headings that they mean', async () => {
  const headings = [
    '\\<buffer> Section',
    '5. Group "labels": a',
    'TLS/SSL & more',
    'streamToBase64',
    'Its own',
    "What's new",
  ]
  const links = [
    'less-than-buffer-greater-than-section',
    '5.-group-labels-a',
    'tls-ssl-and-more',
    'streamToBase64',
    'its-own',
    'whats-new',
    'none',
  ]
  const page = [
    ...headings.map((one) => `## ${one}`),
    '## Its.own',
    '{% include "/reusable-contents/r" %}',
    ...links.map((one) => `[x](#${one})`),
  ]
  const text = toDocument('## It is. Included\n\n## it-is.-included').nodes
  const { html, headings: listed } = await renderMarkdown(page.join('\n\n'), {
    reusable: () => text,
    target: (ref) => (ref.kind === 'anchor' ? { href: `#${ref.anchor}` } : undefined),
  })
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  // Own anchors stay as they are, whatever stands before them.
  const own = ['buffer-section', '5-group-labels-a', 'tlsssl--more', 'streamtobase64', 'its-own', 'whats-new', 'itsown']
  expect(listed.map(({ id }) => id)).toEqual([...own, 'it-is-included', 'it-is-included-1'])
  const hrefs = found(html, 'p')
    .flatMap((one) => found(inside(one), 'a'))
    .map((one) => attributeOf(one, 'href')?.slice(1) ?? '')
  for (const href of hrefs.slice(0, -1)) expect([href, ids.includes(href)]).toEqual([href, true])
  expect(hrefs).toEqual([
    'buffer-section',
    '5-group-labels-a',
    'tlsssl--more',
    'streamtobase64',
    'its-own',
    'whats-new',
    'none',
  ])
  for (const alias of links.slice(0, 3)) expect([alias, ids.includes(alias)]).toEqual([alias, true])
})

test('a note is a popover behind the text, and cuts the colours of code around it', async () => {
  const { html } = await renderMarkdown(everyKind)
  const [button] = found(html, 'button', 'annotation')
  const notes = found(html, 'div', 'note')
  expect(notes.map(wordsIn)).toEqual(['footnote', 'of code'])
  expect(attributeOf(button as never, 'popovertarget')).toBe(attributeOf(notes[0] as never, 'id'))
  const line = found(html, 'span', 'line').find((one) => wordsIn(one) === 'let a = 1')
  expect(inside(line as never)).toMatch(
    /<span class="hljs-keyword">let<\/span> a = <button[^>]*><span class="hljs-number">1<\/span><\/button>/,
  )
})

test('an icon is drawn once however often it is used, and unknown names show nothing', async () => {
  const { html } = await renderMarkdown(
    '<i class="fa-rocket"></i> <i class="fa-rocket"></i> <i class="fa-github"></i> <i class="fa-constructor"></i>',
  )
  expect(found(html, 'symbol').map((one) => attributeOf(one, 'id'))).toEqual(['q-icon-rocket', 'q-icon-github'])
  expect(found(html, 'use')).toHaveLength(3)
})

test('each theme has its own picture', async () => {
  const { html } = await renderMarkdown(
    '<picture><source srcset="/files/d" media="(prefers-color-scheme: dark)"><img src="/files/l" alt="a"></picture>',
  )
  expect(found(html, 'img').map((one) => [attributeOf(one, 'src'), attributeOf(one, 'class')])).toEqual([
    ['/files/l', 'only-light'],
    ['/files/d', 'only-dark'],
  ])
})

test('a picture whose file is gone leaves a placeholder with its words, and asks for no file', async () => {
  const placeholders = async (markdown: string) => {
    const { html } = await renderMarkdown(markdown, { picture: () => undefined })
    expect(found(html, 'img')).toEqual([])
    return found(html, 'span', 'absent-picture').map((one) => wordsIn(one).trim())
  }
  const missing = 'This picture is missing'
  expect(await placeholders('![](/files/f)')).toEqual([missing])
  expect(await placeholders('<figure><img src="/files/f" alt="A wheel"></figure>')).toEqual([`${missing}A wheel`])
  expect(await placeholders('Words ![A wheel](/files/f) around.')).toEqual([`${missing}A wheel`])
  const captioned = '<figure><img src="/files/f" alt=""><figcaption><p>The wheel</p></figcaption></figure>'
  expect(await placeholders(captioned)).toEqual([missing])
  const { html } = await renderMarkdown(captioned, { picture: () => undefined })
  expect(found(html, 'figcaption').map(wordsIn)).toEqual(['The wheel'])
})

test('an address without a host is one of this site: it is neither named as another one nor asked for', async () => {
  const page = await renderMarkdown('![alt](image.png) and [words](page.md)\n\n![alt](image.png)')
  expect(page.pictures).toEqual([])
  expect(found(page.html, 'button')).toEqual([])
  expect(found(page.html, 'a').map((one) => attributeOf(one, 'rel'))).toEqual([undefined])
})

test('cells show what their columns are for', async () => {
  const { html } = await renderMarkdown(everyKind, {
    target: (ref) => ({ href: 'url' in ref ? ref.url : '/x', title: `a ${ref.kind}` }),
  })
  const [row] = found(html, 'tbody')
  expect(found(inside(row as never), 'td').map(wordsIn)).toEqual([
    'cell',
    '1.5',
    '',
    '',
    'label',
    'a file',
    'a user',
    'words',
    '',
  ])
  expect(found(html, 'span', 'rating').map((one) => attributeOf(one, 'aria-label'))).toEqual(['2 of 3'])
  expect(found(html, 'span', 'chip-green').map(wordsIn)).toEqual(['label'])
  const [card] = found(html, 'a', 'card-link')
  expect([attributeOf(card as never, 'href'), attributeOf(card as never, 'aria-label')]).toEqual([
    'https://e.x/d',
    'card',
  ])
})

test('cards show covers of columns of files, and their links are named by the card or the page, not by a file name', async () => {
  const head =
    '<th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th>'
  const cells =
    '<td><a href="/pages/p">guide.md</a></td><td><a href="/files/i1">x.png</a>, <a href="/files/i2">y.png</a></td>'
  const cards = `<table data-view="cards"><thead><tr><th></th>${head}</tr></thead><tbody><tr><td>Start</td>${cells}</tr><tr><td></td>${cells}</tr></tbody></table>`
  const grid = `<table><thead><tr><th data-type="content-ref">Page</th></tr></thead><tbody><tr><td><a href="/pages/p">guide.md</a></td></tr></tbody></table>`
  const { html } = await renderMarkdown(`${cards}\n\n${grid}`, {
    target: (ref) => (ref.kind === 'page' ? { href: '/guide', title: 'The guide' } : undefined),
  })
  expect(found(html, 'a', 'card-link').map((one) => attributeOf(one, 'aria-label'))).toEqual(['Start', 'The guide'])
  expect(
    found(html, 'div', 'card-cover')
      .flatMap((one) => found(inside(one), 'img'))
      .map((one) => attributeOf(one, 'src')),
  ).toEqual(['/files/i1', '/files/i1'])
  expect(found(html, 'td').map(wordsIn)).toEqual(['The guide'])
})

test('covers and targets of cards may stand in columns without a type', async () => {
  const heads = '<th></th><th data-hidden data-card-target></th><th data-hidden data-card-cover></th>'
  const rows = ['<a href="/files/i1">x.png</a>', '<img src="/files/i2" alt="y">'].map(
    (cover) => `<tr><td>Start</td><td><a href="https://e.x/a">there</a></td><td>${cover}</td></tr>`,
  )
  const { html } = await renderMarkdown(
    `<table data-view="cards"><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
  const covers = found(html, 'div', 'card-cover').flatMap((one) => found(inside(one), 'img'))
  expect(covers.map((one) => attributeOf(one, 'src'))).toEqual(['/files/i1', '/files/i2'])
  expect(found(html, 'a', 'card-link').map((one) => attributeOf(one, 'href'))).toEqual([
    'https://e.x/a',
    'https://e.x/a',
  ])
})

test('the words of options that the head of a column does not name are shown', async () => {
  const { html } = await renderMarkdown(
    '<table><thead><tr><th data-type="select">S</th><th data-type="select" data-multiple>T</th></tr></thead><tbody><tr><td><span data-option="k1">High</span></td><td><span data-option="k2">Alpha, </span><span data-option="k3">Beta</span></td></tr></tbody></table>',
  )
  expect(found(html, 'span', 'chip').map(wordsIn)).toEqual(['High', 'Alpha', 'Beta'])
})

test('what stands under a condition, and an expression, are shown to nobody: content has decided about them', async () => {
  const page =
    '{% if a %}\nshown\n{% endif %}\n\n{% if b %}\nhidden\n{% endif %}\n\nHello <code class="expression">name</code>'
  const { html } = await renderMarkdown(page)
  expect(found(html, 'p').map(wordsIn)).toEqual(['Hello'])
})

test('reusable content stands where it is included, but not within itself, nor more than a page has room for', async () => {
  const include = '{% include "/reusable-contents/r" %}'
  const own = toDocument(`again\n\n${include}`).nodes
  const { html } = await renderMarkdown(include, { reusable: () => own })
  expect(found(html, 'p').map(wordsIn)).toEqual(['again'])
  const long = toDocument('x'.repeat(150_000)).nodes
  const many = await renderMarkdown(`${include}\n\n`.repeat(100), { reusable: () => long })
  expect(many.html.length).toBeLessThan(2_200_000)
})

test('frames of known providers are named for the policy of the page, and hold nothing of an address but an identifier', async () => {
  const all = await renderMarkdown(
    [
      'https://vimeo.com/123456789',
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://www.youtube.com/watch?v=x"><script>',
      'https://vimeo.com.evil.example/123456789',
    ]
      .map((url) => `{% embed url="${url}" %}`)
      .join('\n\n'),
  )
  const origins = ['https://player.vimeo.com', 'https://open.spotify.com', 'https://www.youtube-nocookie.com']
  expect(all.frames).toEqual(origins)
  const addresses = found(all.html, 'button').map((button) => attributeOf(button, 'data-frame'))
  expect(addresses.at(-1)).toBe('https://www.youtube-nocookie.com/embed/x')
  expect([...found(all.html, 'iframe'), ...found(all.html, 'script')]).toEqual([])
})

test('a page is whole without a script: whatever needs one is hidden', async () => {
  const { html } = await renderMarkdown(everyKind, { openapi: () => specification, target: testContext.target })
  const buttons = elementsOf(html).filter(({ tagName }) => tagName === 'button')
  const alone = buttons.filter((one) => attributeOf(one, 'hidden') === undefined)
  expect(buttons.length).toBeGreaterThan(alone.length)
  expect(alone.filter((one) => attributeOf(one, 'popovertarget') === undefined)).toEqual([])
})

test('sizes of files are written as the language writes them', () => {
  expect([1, 9, 1200].map((size) => sizeText(size, 'en'))).toEqual(['1 byte', '9 bytes', '1.2 kB'])
  expect(sizeText(9, 'de')).toBe('9 Byte')
})
