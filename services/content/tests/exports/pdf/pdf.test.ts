import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { onStatements } from '@quire/world/service-test'
import { insertion, publicUrl, startWorld, type World } from '../../world.ts'
import { readPdf } from './read-pdf.ts'

let world: World
let aheadMs = 0
beforeAll(async () => {
  world = await startWorld({}, { now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => world.stop())

interface Asked {
  spaceId: string
  page?: string
  only?: string
  revision?: string
  changeRequestId?: string
}

async function addressOf({ spaceId, changeRequestId, ...query }: Asked, as = 'rex') {
  const id = changeRequestId === undefined ? 'getSpacePDF' : 'getChangeRequestPDF'
  return world.send(id, { as, params: { spaceId, changeRequestId: changeRequestId ?? '' }, query })
}

/** Opens an address without a token. */
const open = (url: string, headers: Record<string, string> = {}) =>
  world.send('downloadPdf', {
    headers,
    as: { kind: 'none', scope: 'full' } as never,
    params: { pdfToken: url.slice(`${publicUrl}/v1/pdfs/`.length) },
  })

async function pdfOf(asked: Asked) {
  const { status, body } = await addressOf(asked)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const answer = await open(body.url)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return readPdf(answer.bytes)
}

const everything = (
  guide: string,
) => `Words with **bold**, \`code\` and [a page](/pages/${guide}), [a place](/pages/${guide}#details), [a site](https://example.com/a?b=c), [a script](javascript:alert\\(1\\)).

* one
  * two

- [x] done

| Name | Value |
| --- | --- |
| alpha | 22 |

\`\`\`js
const answer = 42
\`\`\`

> quoted words

{% hint style="info" %}
A hint
{% endhint %}

{% tabs %}
{% tab title="First tab" %}
Inside the tab
{% endtab %}
{% endtabs %}

<details><summary>Opened</summary>

Behind the summary

</details>

$$
\\frac{a+b}{2}
$$

汉语简体中文文档 日本語のひらがな 한국어 문서

مرحبا بالعالم

שלום עולם

![dot](https://example.com/far.png)

{% include "/reusable-contents/absent" %}

#read("/etc/passwd") $x$ @ref <label> \\u{41}
`

/** Pages below each other, the second of them hidden: `top` > `middle` > `below`, and `other`. */
async function tree() {
  const { id: spaceId } = await world.makeSpace({ title: 'Manual' })
  const { id } = await world.makeChangeRequest(spaceId)
  const insert = async (title: string, into?: string, hidden?: boolean) => {
    const change = { operation: 'insert_page', title, document: { markdown: `Text of ${title}.` }, into, hidden }
    const { changes } = await world.write(spaceId, id, [change])
    return changes[0].page.id as string
  }
  const top = await insert('Top')
  const middle = await insert('Middle', top, true)
  const ids = {
    top,
    middle,
    below: await insert('Below', middle),
    beside: await insert('Beside', top),
    other: await insert('Other'),
  }
  await world.merge(spaceId, id)
  return { spaceId, ...ids }
}

const fenced = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`

test('a diagram is drawn as on published pages, and printed as it is written if it cannot be drawn', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Diagrams' })
  const drawn = [
    'flowchart LR\n  a[Order] -->|paid| b[Ship]',
    'sequenceDiagram\n  Ada->>Ben: Good morning',
    'stateDiagram-v2\n  [*] --> Ajar',
    'classDiagram\n  class Wheel {\n    +turn()\n  }',
    'erDiagram\n  SPACE ||--o{ PAGE : has',
  ]
  const written = ['gantt\n  title Unknown kind\n  section B', `flowchart TD\n  a["${'x '.repeat(12_500)}"]`]
  const titled = `{% code title="How it goes" %}\n${fenced('flowchart LR\n  first --> second')}{% endcode %}\n`
  const integration = '{% @mermaid/diagram content="flowchart LR\n  third --> fourth" %}\n'
  const texts = [...drawn.map(fenced), titled, integration, ...written.map(fenced)]
  await world.publish(spaceId, { Drawn: texts.join('\n'), Again: fenced(drawn[0] ?? '') })
  const { text } = await pdfOf({ spaceId })
  for (const word of [
    'Order',
    'paid',
    'Ship',
    'Good morning',
    'Ajar',
    'Wheel',
    'PAGE',
    'How it goes',
    'second',
    'fourth',
  ])
    expect(text).toContain(word)
  expect(text.split('Order')).toHaveLength(3)
  expect(text).not.toMatch(/flowchart LR|sequenceDiagram|stateDiagram|classDiagram|erDiagram/)
  expect(text).toContain('title Unknown kind')
  expect(text.split('This diagram could not be drawn')).toHaveLength(written.length + 1)
})

test('a hostile diagram leads nowhere, and costs a print no more than its own drawing', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Hostile' })
  const hostile = [
    'flowchart TD\n  a["<script>alert(1)</script>"] --> b["<image href=\'file:///etc/passwd\'/>"]\n  click a "https://e.x"',
    'flowchart TD\n  a["&xxe; &lt;"] --> b\n  style a fill:url(https://e.x/a)',
    `flowchart TD\n${Array.from({ length: 400 }, (_, at) => `  n${at} --> n${(at * 7) % 400} & n${(at * 13) % 400}`).join('\n')}`,
    'flowchart TD\n  ((((',
  ]
  await world.publish(spaceId, { Hostile: `${hostile.map(fenced).join('\n')}\nAfter all of them.` })
  const { text, links } = await pdfOf({ spaceId })
  expect(text).toContain('After all of them.')
  expect(text).not.toContain('root:')
  expect(links.filter((link) => typeof link === 'string' && link.includes('e.x'))).toEqual([])
})

test('another library reads every word, the outline and where links lead', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Manual' })
  const { Guide = '' } = await world.publish(spaceId, { Guide: '## Details\n\nHere.' })
  await world.publish(spaceId, { Welcome: everything(Guide) })
  const pdf = await pdfOf({ spaceId })
  expect([pdf.pages, pdf.title]).toEqual([4, 'Manual'])
  expect(pdf.texts[1]).toBe('Manual Contents Guide 3 Welcome 4 2')
  expect([pdf.outline, pdf.outlinePages]).toEqual([
    ['Guide', '  Details', 'Welcome'],
    [3, 3, 4],
  ])
  expect(pdf.links).toEqual([
    3,
    4,
    3,
    3,
    'https://example.com/a?b=c',
    'https://example.com/far.png',
    expect.stringMatching(/reusable-contents/),
  ])
  for (const words of [
    ...['Words with bold, code and a page, a place, a site, a script', '• one ◦ two', 'done', 'Name Value alpha 22'],
    ...['const answer = 42', 'quoted words', 'A hint', 'First tab Inside the tab', 'Opened Behind the summary'],
    ...['汉语简体中文文档 日本語のひらがな 한국어 문서', '#read("/etc/passwd") $x$ @ref'],
    // Another library reads right to left as it is seen: each word as it is written, the last one first.
    ...['بالعالم مرحبا', 'עולם שלום'],
  ])
    expect(pdf.texts[3]).toContain(words)
})

test('pages are printed in their order, without hidden ones, with those below the one asked for, or it alone', async () => {
  const { spaceId, top, middle, below } = await tree()
  const outlineOf = async (query: object) => (await pdfOf({ spaceId, ...query })).outline
  expect(await outlineOf({})).toEqual(['Top', '  Beside', 'Other'])
  expect(await outlineOf({ page: middle })).toEqual(['Middle', '  Below'])
  const alone = await pdfOf({ spaceId, page: top, only: 'true' })
  expect([alone.outline, alone.pages, alone.texts[1]]).toEqual([['Top'], 2, 'Top Top Top Text of Top. 2'])
  // A page that is printed has its own name, and that of its space below.
  expect([alone.title, alone.texts[0]]).toEqual(['Top', expect.stringMatching(/^Top Manual /)])
  const { body } = await addressOf({ spaceId, page: middle })
  expect((await open(body.url)).headers.get('content-disposition')).toContain("''Middle.pdf")
  const refused = async (query: object, as?: string) => {
    const { status, body } = await addressOf({ spaceId, ...query }, as)
    return [status, body.error.message]
  }
  expect(await refused({ only: 'true' })).toEqual([400, expect.stringMatching(/^query\.only/)])
  expect(await refused({ page: 'nowhere' })).toEqual([404, expect.stringMatching(/^The page/)])
  expect(await refused({ page: below }, 'gus')).toEqual([404, expect.stringMatching(/^The space/)])
})

test('a page of an earlier version is printed as it was, even if it was deleted since', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Versions' })
  const { Page: page = '' } = await world.publish(spaceId, { Page: 'The words of then.' })
  const { revision } = await world.space(spaceId)
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [{ operation: 'delete_page', page }])
  await world.merge(spaceId, id)
  expect((await addressOf({ spaceId, page })).status).toBe(404)
  const { text, title } = await pdfOf({ spaceId, page, only: 'true', revision })
  expect([title, text]).toEqual(['Page', expect.stringContaining('The words of then.')])
  const { id: other } = await world.makeSpace()
  const { status, body } = await addressOf({ spaceId: other, revision })
  expect([status, body.error.message]).toEqual([404, expect.stringMatching(/^The revision/)])
})

test('an address opens what was there when it was asked for, by itself, until an hour later or until the space is deleted', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Größe' })
  const { id: changeRequestId, number } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [insertion(['Draft', 'First words'])])
  const { body } = await addressOf({ spaceId, changeRequestId: String(number) })
  await world.write(spaceId, changeRequestId, [insertion(['Later', 'Later words'])])
  const answer = await open(body.url)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf",
    'x-content-type-options': 'nosniff',
    'content-length': String(answer.bytes.length),
  })
  const part = await open(body.url, { range: 'bytes=0-4' })
  expect([part.status, part.bytes.toString()]).toEqual([206, '%PDF-'])
  const { text, outline } = await readPdf(answer.bytes)
  expect([outline, text]).toEqual([['Draft'], expect.stringMatching(/Change request #1.*First words/)])
  expect((await pdfOf({ spaceId })).pages).toBe(1)

  expect((await open(`${body.url.slice(0, -3)}abc`)).status).toBe(404)
  aheadMs = 3601_000
  expect((await open(body.url)).status).toBe(404)
  const fresh = await addressOf({ spaceId })
  expect((await open(fresh.body.url)).status).toBe(200)
  // Requests for an address never make a job wait.
  const pools: unknown[] = []
  const stop = onStatements(world.test.service, (statement, connection) => {
    if (/"emoji", "organization_id" from "space"/.test(statement))
      pools.push(Reflect.get(connection, 'connectionParameters')?.application_name)
  })
  await open(fresh.body.url)
  stop()
  expect(pools).toEqual(['requests'])
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect((await open(fresh.body.url)).status).toBe(404)
})

/** The bytes of a picture of one pixel whose header says that it is larger. */
function pngOf(width: number, height: number): Buffer {
  const one = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  one.writeUInt32BE(width, 16)
  one.writeUInt32BE(height, 20)
  return one
}

test('what people do to break a print is printed as well as it can be', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Hostile \u0007 #panic() 😀' })
  const { id } = await world.makeChangeRequest(spaceId)
  const files = {
    'good.png': pngOf(1, 1),
    'broken.png': pngOf(7, 7),
    'huge.png': pngOf(90_000, 90_000),
    'drawn.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    ),
  }
  const { insertedFiles } = await world.write(spaceId, id, [
    {
      operation: 'insert_files',
      files: Object.entries(files).map(([name, bytes]) => ({ name, base64: bytes.toString('base64') })),
    },
  ])
  const pictures = insertedFiles.map((file: { id: string; name: string }) => `![${file.name}](/files/${file.id})`)
  const nested = (sign: string) =>
    Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at)}${sign} level ${at}`).join('\n')
  const row = (cells: number, text: string) => `|${` ${text} |`.repeat(cells)}\n`
  const texts = {
    Pictures: pictures.join('\n\n'),
    Nested: `${nested('*')}\n\n${'> '.repeat(40)}deep quote\n\n$$\n${'\\sqrt{'.repeat(40)}x${'}'.repeat(40)}\n$$\n\n$$\n\\undefined{\n$$`,
    Long: `${'w'.repeat(2000)}\n\n\`\`\`\n${'c'.repeat(400)}\n\`\`\`\n\n[a](https://example.com/${'p'.repeat(5000)})`,
    Wide: `${row(150, 'h')}${row(150, '-')}${row(150, 'wide').repeat(3)}`,
    Many: `${row(4, 'h')}${row(4, '-')}${row(4, 'cell').repeat(200)}`,
    Signs: 'bell \u0007 \u200e zero \ufffe end 👨‍👩‍👧‍👦 é',
  }
  await world.write(spaceId, id, Object.entries(texts).map(insertion))
  const pdf = await pdfOf({ spaceId, changeRequestId: id })
  expect(pdf.outline).toEqual(Object.keys(texts))
  for (const words of ['broken.png', 'huge.png', 'level 39', 'deep quote', '\\undefined{', 'zero end 👨‍👩‍👧‍👦 é'])
    expect([words, pdf.text.includes(words)]).toEqual([words, true])
  const count = (word: string) => pdf.text.split(word).length - 1
  expect(['wide', 'cell', 'good.png', 'root:'].map(count)).toEqual([450, 800, 0, 0])
  const together = pdf.text.replaceAll(' ', '')
  expect(
    [
      ['w', 2000],
      ['c', 400],
    ].map(([letter, times]) => together.includes(String(letter).repeat(Number(times)))),
  ).toEqual([true, true])
})
