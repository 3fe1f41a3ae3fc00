import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Branch, newBranch, page, update, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let branch: Branch
/** Home, Guides (with Getting started, and Deep beneath that) and Other, by title. */
let ids: Record<string, string>
/** True if the pages still are where `start` put them. */
let isTable = false
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())

async function start(table = false) {
  isTable = table
  branch = await newBranch(world, spaceId)
  ids = {}
  for (const [title, into] of [
    ['Home', undefined],
    ['Guides', undefined],
    ['Getting started', 'Guides'],
    ['Deep', 'Getting started'],
    ['Other', undefined],
  ] as const) {
    const { changes } = await branch.made(page(title, '', into ? { into: ids[into] } : {}))
    ids[title] = changes[0]?.page.id ?? ''
  }
}

const linked = async (from: string, url: string) => {
  await branch.made(write(ids[from] ?? '', `[x](${url})`))
  const { markdown } = await branch.page(ids[from] ?? '')
  const [, kind, id, hash = ''] = /^\[x\]\(\/(pages|files)\/(\w+)(#.*)?\)$/.exec(markdown) ?? []
  const name = Object.keys(ids).find((title) => ids[title] === id)
  return kind === undefined || name === undefined ? markdown : `${name}${hash}`
}

test.each([
  ['Other', '/pages/guides', 'Guides'],
  ['Other', '/pages/guides/getting-started', 'Getting started'],
  ['Other', '/pages/other.md', 'Other'],
  ['Other', '/pages/guides/README.md', 'Guides'],
  ['Other', '/pages/guides/getting-started/deep.md#part-1', 'Deep#part-1'],
  ['Other', '/pages/README.md', 'Home'],
  ['Other', '/guides/getting-started', 'Getting started'],
  ['Other', './home.md', 'Home'],
  ['Other', 'guides/', 'Guides'],
  ['Other', './guides/getting-started#a%20b', 'Getting started#a%20b'],
  ['Getting started', 'deep.md', 'Deep'],
  ['Getting started', '../README.md', 'Guides'],
  ['Getting started', '../../other.md', 'Other'],
  ['Deep', './README.md', 'Getting started'],
  ['Deep', '../../home.md?x=1#y', 'Home#y'],
  ['Deep', '../../../../etc/passwd', '[x](../../../../etc/passwd)'],
  ['Deep', '/pages/nowhere', '[x](/pages/nowhere)'],
  ['Deep', 'nowhere.md', '[x](nowhere.md)'],
  ['Deep', 'https://example.com/pages/guides', '[x](https://example.com/pages/guides)'],
  ['Deep', '#anchor', '[x](#anchor)'],
  ['Deep', 'mailto:a@example.com', '[x](mailto:a@example.com)'],
])('from %s the link %s leads to %s', async (from, url, expected) => {
  if (!isTable) await start(true)
  expect(await linked(from, url)).toBe(expected)
})

test('a link by id stays as written, and leads there when the page has moved', async () => {
  await start()
  const text = `[x](/pages/${ids.Deep}#a)`
  await branch.made(write(ids.Home ?? '', text), update(ids.Deep ?? '', { into: null, slug: 'elsewhere' }))
  expect((await branch.page(ids.Home ?? '')).markdown).toBe(text)
  const { document } = await branch.page(ids.Home ?? '', { format: 'document' })
  expect(JSON.stringify(document)).toContain(JSON.stringify({ kind: 'anchor', anchor: 'a', page: ids.Deep }))
})

test('links in tags, in HTML and by reference are found, code is left alone', async () => {
  await start()
  const text = [
    '{% content-ref url="guides/README.md" %}\n[x][r]\n{% endcontent-ref %}',
    '{% embed url="guides" %}',
    '<a href="guides">x</a>',
    '[r]: guides.md "t"',
    '`[x](guides.md)`',
  ].join('\n\n')
  await branch.made(write(ids.Other ?? '', text))
  const at = `/pages/${ids.Guides}`
  expect((await branch.page(ids.Other ?? '')).markdown).toBe(
    text
      .replace('guides/README.md', at)
      .replace('embed url="guides"', `embed url="${at}"`)
      .replace('href="guides"', `href="${at}"`)
      .replace('[r]: guides.md', `[r]: ${at}`),
  )
})

test('pages and files of a batch refer to each other by ref, whatever their order', async () => {
  await start()
  const base64 = Buffer.from('dot').toString('base64')
  const { changes, insertedFiles } = await branch.made(
    page('One', '[two](./second.md#part) ![dot](./a%20dot.png)', { ref: 'first' }),
    write(ids.Other ?? '', '[one](first.md) [two](./second) <img src="./a dot.png">'),
    page('Two', '[one](./first.md) [file](./a%20dot.png)', { ref: 'second', into: ids.Deep }),
    { operation: 'insert_files', files: [{ ref: 'a dot.png', name: 'dot.png', base64 }] },
  )
  const [one, , two] = changes.map((change) => change.page.id)
  const file = `/files/${insertedFiles[0]?.id}`
  expect(changes.map(({ ref }) => ref)).toEqual(['first', undefined, 'second'])
  const texts = await Promise.all([one, ids.Other, two].map(async (id) => (await branch.page(id ?? '')).markdown))
  expect(texts).toEqual([
    `[two](/pages/${two}#part) ![dot](${file})`,
    `[one](/pages/${one}) [two](/pages/${two}) <img src="${file}">`,
    `[one](/pages/${one}) [file](${file})`,
  ])
})

test('a ref that is no longer new in another batch leads nowhere', async () => {
  await start()
  await branch.made(page('Another title', '', { ref: 'mine' }))
  expect(await linked('Other', './mine.md')).toBe('[x](./mine.md)')
})

const files = (...refs: string[]) => ({
  operation: 'insert_files',
  files: refs.map((ref) => ({ ref, name: 'a.txt', base64: '' })),
})
test.each([
  ['of two pages', [page('A', '', { ref: 'x' }), page('B', '', { ref: 'x' })], 'body.changes.1.ref'],
  [
    'of two pages, one written as a file',
    [page('A', '', { ref: 'x' }), page('B', '', { ref: './x.md' })],
    'body.changes.1.ref',
  ],
  ['of a page and a file', [page('A', '', { ref: 'x' }), files('y', 'x')], 'body.changes.1.files.1.ref'],
  ['of two files', [files('x', 'x')], 'body.changes.0.files.1.ref'],
  ['that is a page’s path', [page('A', '', { ref: 'guides/getting-started' })], 'body.changes.0.ref'],
  ['of a file that is a page’s path', [files('other')], 'body.changes.0.files.0.ref'],
])('a ref %s is refused, and nothing is written', async (_what, changes, field) => {
  await start()
  const before = await branch.revision()
  expect(await branch.refusal(...changes)).toEqual([400, expect.stringContaining(`${field}: `)])
  expect(await branch.revision()).toBe(before)
})

test('a text whose links cannot be read is refused by its field', async () => {
  await start()
  const deep = `${'> '.repeat(300)}x`
  expect(await branch.refusal(page('A', 'fine'), page('B', deep))).toEqual([
    400,
    expect.stringContaining('body.changes.1.document'),
  ])
})
