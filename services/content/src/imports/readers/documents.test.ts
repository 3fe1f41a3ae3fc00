import { expect, test } from '@jest/globals'
import { type PackOptions, zip } from '../archives.fixture.ts'
import { fixture, importFrom, serve, textAt, wordDocument } from '../reading.fixture.ts'

/** Imports one file from a server. */
async function imported(name: string, body: Buffer | string, source = name.split('.').at(-1) ?? '', type?: string) {
  using server = await serve((path) =>
    path === `/${name}` ? { body, ...(type && { headers: { 'Content-Type': type } }) } : undefined,
  )
  const plan = await importFrom(server, `/${name}`, source)
  return { plan, text: textAt(plan, name) }
}

const refused = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })

const steps = [
  '## Steps',
  '',
  '1. Bolt the foot to the floor.',
  '2. Connect the pipe:',
  '   * the thick one to the left',
  '   * the thin one to the right',
].join('\n')
const table = '| Size | Pressure |\n| - | - |\n| DN 25 | 4 bar |\n| DN 50 | 6 bar |'
const linked = 'Shut the valve[^1] first. See [the maker](https://example.com/pump) and **never** run it dry.'

test.each(['pandoc.docx', 'libreoffice.docx', 'pandoc.html', 'libreoffice.html'])(
  'what %s says comes in: headings, lists, tables, code, quotes, links, notes and the picture',
  async (name) => {
    const { plan, text } = await imported(name, fixture(name))
    expect(plan.pages).toEqual([expect.objectContaining({ gitPath: name })])
    for (const part of [linked, table, '> It runs on for ten seconds.', '[^1]: The red one.', '1. Bolt the foot'])
      expect(text).toContain(part)
    if (name !== 'libreoffice.html') expect(plan.pages[0]?.title).toBe('Pump manual')
    if (name.startsWith('pandoc')) expect(text).toContain(steps)
    expect(text).toMatch(/```(python)?\nassert Controller\(\).pressure < 4\n```/)
    // LibreOffice lays pictures beside the page, where this server has none.
    if (name === 'libreoffice.html') expect(plan.failures).toHaveLength(1)
    else expect(text).toMatch(/!\[[^\]]*\]\(files:[a-z]+\.\w+\/picture-1\.png\)/)
  },
)

test.each([
  ['footnotes', 'Ouch[^1].[^2]\n\n[^1]: A tachyon walks into a bar.\n\n[^2]: Fin.'],
  ['tables', 'Above\n\n| | |\n| - | - |\n| Top left | Top right |\n| Bottom left | Bottom right |\n\nBelow'],
  ['simple-list', '* Apple\n* Banana'],
  ['tiny-picture', '![](files:tiny-picture.docx/picture-1.png)'],
  ['strict-format', 'Test'],
  ['footnote-hyperlink', '[^1]\n\n[^1]: [Example](http://www.example.com)'],
])('the document %s of Word is read', async (name, markdown) => {
  expect((await imported(`${name}.docx`, wordDocument(name))).text?.trim()).toBe(markdown)
})

/** Packs a Word document of one part, with other files beside it. */
const wordOf = (document: string, others: Record<string, string | Buffer> = {}, options: PackOptions = {}) =>
  zip(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': document,
      ...others,
    },
    options,
  )
const body = (text: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`

test('a picture that a document names outside of itself is neither fetched nor read', async () => {
  using inside = await serve(() => ({ body: 'secret' }))
  const outside = wordDocument('external-picture')
  expect((await imported('a.docx', outside, 'docx').catch((error) => error)).message).toBe(
    'body.url: a.docx: holds no text',
  )
  const link = `http://${inside.host}/logo.png`
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${link}" TargetMode="External"/><Relationship Id="r8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`
  const picture = (id: string) =>
    `<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:r><w:drawing><wp:inline><wp:docPr descr="Logo"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const document = body('Words').replace('</w:body>', `${picture('r9')}${picture('r8')}</w:body>`)
  const { plan, text } = await imported('b.docx', await wordOf(document, { 'word/_rels/document.xml.rels': relations }))
  expect([text, plan.files, inside.asked]).toEqual(['Words', [], []])
})

test.each([
  [
    'entities',
    () => wordOf(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}">]>${body('&b;')}`),
    /declares a document type/,
  ],
  ['a part that is a bomb', () => wordOf(body('x'), { 'word/a.xml': Buffer.alloc(3_000_000) }), /200 times its size/],
  [
    'too much in all',
    () => wordOf(body('x'), { 'word/media/a.png': Buffer.alloc(21_000_000) }, { compress: false }),
    /larger than 20971520 bytes/,
  ],
  [
    'a path that leads out',
    async () =>
      Buffer.from(
        (await wordOf(body('x'), { 'word/aa/b': 'x' })).toString('latin1').replaceAll('word/aa/b', '../../../b'),
        'latin1',
      ),
    /cannot|can be read|leads out/,
  ],
  ['no document', () => zip({ 'a.txt': 'x' }), /no document of Word/],
  ['no archive', () => Buffer.from('%PDF-1.7'), /not a zip archive/],
  ['nested elements without end', () => wordOf(body('<w:t>'.repeat(20_000))), /no document of Word|nested|simpler/],
])('a document of Word with %s is refused', async (_, bytes, message) => {
  await expect(imported('a.docx', await bytes())).rejects.toMatchObject(refused(message))
})

test.each<[string, Buffer, string | undefined, string?]>([
  ['UTF-8 that nobody announces', Buffer.from('<p>Straße'), undefined],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFF<p>Straße', 'utf16le'), undefined],
  ['Latin-1 that nobody announces', Buffer.from('<p>Straße', 'latin1'), undefined],
  ['Latin-1 by the server', Buffer.from('<p>Straße', 'latin1'), 'text/html; charset=iso-8859-1'],
  ['KOI8-R by the page', Buffer.from('<meta charset=koi8-r><p>\xdf', 'latin1'), 'text/html', 'ъ'],
])('HTML in %s is read', async (_, bytes, type, text = 'Straße') => {
  expect((await imported('a.html', bytes, 'html', type)).text).toBe(text)
})

test('the spaces around a formula of KaTeX stay', async () => {
  const formula =
    '<span class="katex"><math><semantics><annotation encoding="application/x-tex">h</annotation></semantics></math></span>'
  expect((await imported('a.html', `<p>Lift ${formula} metres`)).text).toBe('Lift $$h$$ metres')
})

test('nothing that runs comes in, and words that mean something in markdown stay words', async () => {
  const { text } = await imported(
    'a.html',
    `<main><p onclick="x()">Words <a href="javascript:alert(1)">run</a> <a href=" java&#10;script:alert(1)">too</a>
    <a href="data:text/html,x">data</a> <b>*not*</b> &lt;script&gt;</p><script>alert(1)</script><style>a{}</style>
    <form><input name=a><button>Send</button></form><p>{% hint %}</p><p>$$x$$</p><img src="javascript:x"><svg><a href="x">y</a></svg>
    <iframe src="javascript:alert(1)"></iframe><object data=x></object></main>`,
  )
  expect(text).toBe('Words run too data **\\*not\\*** \\<script>\n\n\\{% hint %}\n\n\\$\\$x\\$\\$')
})

test.each([
  ['100,000 elements deep', '<div>'.repeat(100_000), /nested too deeply/],
  ['of 100,000 bold words in each other', '<b><p>'.repeat(100_000), /nested too deeply|may hold at most/],
  ['with a million links', '<a href=b>c</a>'.repeat(260_000), /may hold at most 100000/],
  ['of 50 MB', Buffer.alloc(50_000_000, '<'), /larger than 4194304 bytes/],
  ['without a text', '<div id=app></div><script src=app.js></script>', /holds no text/],
])('a page %s is refused', async (_, bytes, message) => {
  await expect(imported('a.html', bytes)).rejects.toMatchObject(refused(message))
})

test('in an archive, HTML and documents of Word are pages, and one that is broken is a failure', async () => {
  const archive = await zip({
    'README.md': '# Home\n\n[page](guide/page.html#there) [word](guide/word.docx)',
    'guide/page.html': '<h1>A page</h1><p><a href="../README.md">home</a><img src="pump.png" alt="Pump">',
    'guide/pump.png': 'png',
    'guide/word.docx': wordDocument('tiny-picture'),
    'guide/broken.docx': 'PK',
    'guide/deep.html': '<div>'.repeat(10_000),
  })
  const { plan } = await imported('docs.zip', archive)
  expect(textAt(plan, 'README.md')).toBe('[page](pages:guide/page.html#there) [word](pages:guide/word.docx)')
  expect(textAt(plan, 'guide/page.html')).toBe('[home](pages:README.md)![Pump](files:guide/pump.png)')
  expect(textAt(plan, 'guide/word.docx')).toBe('![](files:guide/word.docx/picture-1.png)')
  expect(plan).toMatchObject({ importedResources: 5, totalResources: 7 })
  expect(plan.failures).toEqual([
    { path: 'guide/broken.docx', problem: expect.stringMatching(/not a zip archive/) },
    { path: 'guide/deep.html', problem: 'The page is nested too deeply' },
  ])
})

test('documents of one name in an archive have their own pictures each, and the archive has its files', async () => {
  const dot = Buffer.from('GIF89a\u0001')
  const html = `<h1>B</h1><p>Text<img src="data:image/gif;base64,${dot.toString('base64')}">`
  const archive = await zip({
    'A manual?.docx': wordDocument('tiny-picture'),
    'A manual?.html': html,
    'A manual?/picture-1.gif': 'another',
    'README.md': '# Home\n\n![](A%20manual%3F/picture-1.gif)',
  })
  const { plan } = await imported('docs.zip', archive)
  expect(textAt(plan, 'A manual?.docx')).toBe('![](files:A manual?.docx/picture-1.png)')
  expect(textAt(plan, 'A manual?.html')).toBe('Text![](files:A manual?.html/picture-1.gif)')
  expect(textAt(plan, 'README.md')).toBe('![](files:A manual?/picture-1.gif)')
  expect(new Set(plan.files.map(({ id }) => id)).size).toBe(3)
})

test('a page of markdown brings the pictures that lie where it lies, and says which are not there', async () => {
  using server = await serve((path) => {
    if (path === '/docs/guide.md') return { body: '# Guide\n\n![](a.png) ![](../b.png) ![](gone.png) ![](page.png)' }
    if (path === '/docs/page.png') return { body: '<html>' }
    return path === '/docs/a.png' || path === '/b.png' ? { body: fixture('wiki/images/pump.png') } : undefined
  })
  const plan = await importFrom(server, '/docs/guide.md', 'markdown')
  expect(textAt(plan, 'guide.md')).toBe('![](files:a.png) ![](files:assets/b.png) ![](gone.png) ![](page.png)')
  expect(plan.failures).toEqual([
    { path: `http://${server.host}/docs/gone.png`, problem: 'could not be fetched: the server answered 404' },
    { path: `http://${server.host}/docs/page.png`, problem: 'is no picture' },
  ])
})

test('a page of markdown of 50 MB is refused before it is parsed', async () => {
  await expect(imported('a.md', Buffer.alloc(50_000_000, 'a'), 'markdown')).rejects.toMatchObject(
    refused(/a\.md: is larger than 4194304 bytes/),
  )
})
