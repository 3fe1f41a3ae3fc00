import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Branch, newBranch, page, update, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let branch: Branch
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())

async function inserted(markdown: string, more: object = {}): Promise<string> {
  branch = await newBranch(world, spaceId)
  return (await branch.made(page('Page', markdown, more))).changes[0]?.page.id ?? ''
}

/** The markdown of a page that was inserted with this text. */
async function writtenAs(markdown: string): Promise<string> {
  const id = await inserted(markdown)
  return (await branch.page(id)).markdown
}

const frontMatter = [
  '---',
  'author: {name: Ada, tags: [1, two]}',
  'description: What it is',
  'icon: rocket',
  'hidden: true',
  'vars: {version: "2"}',
  'layout: {width: wide, outline: {visible: false}, tags: {visible: true}}',
  'weight: 7',
  '---',
  '',
].join('\n')
const written = [
  '---',
  'description: What it is',
  'icon: rocket',
  'hidden: true',
  'vars:',
  '  version: "2"',
  'layout:',
  '  width: wide',
  '  outline:',
  '    visible: false',
  '  tags:',
  '    visible: true',
  'author:',
  '  name: Ada',
  '  tags:',
  '    - 1',
  '    - two',
  'weight: 7',
  '---',
  '',
].join('\n')

test('front matter becomes what the page shows, stands in front of its markdown, and nowhere else', async () => {
  const id = await inserted(`${frontMatter}\nText with *words*`)
  const presented = await branch.page(id)
  expect(presented).toMatchObject({
    description: 'What it is',
    icon: 'rocket',
    hidden: true,
    variables: { version: '2' },
    layout: { width: 'wide', outline: false },
    markdown: `${written}\nText with *words*`,
  })
  expect(JSON.stringify((await branch.page(id, { format: 'document' })).document)).not.toContain('rocket')
  await world.merge(spaceId, branch.params.changeRequestId)
  const found = await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'weight' } })
  expect(found.body.items).toEqual([])
})

test('a text without front matter is answered as it was written, even where it opens with a rule', async () => {
  for (const text of ['Text', '---\n\nText\n\n---\n\nMore', '\n\n# Title\n']) expect(await writtenAs(text)).toBe(text)
})

test('writing back what was read changes nothing, not even when it was changed', async () => {
  const id = await inserted(`${frontMatter}\nText`)
  const before = await branch.page(id)
  const revision = await branch.revision()
  await branch.made(write(id, before.markdown))
  expect(await branch.page(id)).toEqual(before)
  const roots = async (revisionId: string) =>
    world.sql().selectFrom('revision').select(['pages', 'children']).where('id', '=', revisionId).executeTakeFirst()
  expect(await roots(await branch.revision())).toEqual(await roots(revision))
})

test('what is changed in the front matter is changed, what is taken out is cleared, the rest stays', async () => {
  const id = await inserted(`${frontMatter}Text`)
  const { markdown } = await branch.page(id)
  await branch.made(
    write(id, markdown.replace('icon: rocket', 'icon: gear').replace('hidden: true\n', '').replace('weight: 7\n', '')),
  )
  const after = await branch.page(id)
  expect(after).toMatchObject({ icon: 'gear', description: 'What it is', layout: { width: 'wide' } })
  expect(after.hidden ?? false).toBe(false)
  expect(after.markdown).not.toMatch(/weight|hidden/)
  expect(after.markdown).toContain('author:')
})

test('a change of an attribute is in the front matter; a text without front matter leaves all of it', async () => {
  const id = await inserted(`${frontMatter}Text`)
  await branch.made(update(id, { icon: null, description: 'Another' }))
  expect((await branch.page(id)).markdown).toBe(
    `${written.replace('icon: rocket\n', '').replace('What it is', 'Another')}Text`,
  )
  await branch.made(write(id, 'Words'))
  expect((await branch.page(id)).markdown).toBe(
    `${written.replace('icon: rocket\n', '').replace('What it is', 'Another')}Words`,
  )
})

test('front matter comes before the fields of the same change, and leaves alone what a page without any had', async () => {
  const id = await inserted('---\nicon: star\ntitle: Said\n---\nText', { icon: 'gear', description: 'Given' })
  expect(await branch.page(id)).toMatchObject({ icon: 'star', title: 'Said', description: 'Given' })
  const plain = await inserted('Text', { icon: 'gear', description: 'Given' })
  await branch.made(write(plain, '---\nicon: star\n---\nText', { icon: 'bolt', emoji: '1f600' }))
  expect(await branch.page(plain)).toMatchObject({ icon: 'star', description: 'Given', emoji: '1f600' })
})

test('a title that was written in the front matter follows the page’s, and no other title appears there', async () => {
  const id = await inserted('---\ntitle: Said\n---\nText')
  await branch.made(update(id, { title: 'Changed' }))
  expect((await branch.page(id)).markdown).toBe('---\ntitle: Changed\n---\nText')
  await branch.made(write(id, '---\ntitle: Again\n---\nText'))
  expect((await branch.page(id)).title).toBe('Again')
  expect(await writtenAs('---\nicon: x\n---\nText')).toBe('---\nicon: x\n---\nText')
})

test('what is known but not understood, and a flag that is false, are kept as they were written', async () => {
  const text = '---\ndescription:\n  - a\nhidden: false\nicon: null\n---\nText'
  const id = await inserted(text)
  expect(await branch.page(id)).toMatchObject({ markdown: text })
  expect((await branch.page(id)).description).toBeUndefined()
  await branch.made(update(id, { hidden: true }))
  expect((await branch.page(id)).markdown).toContain('hidden: true')
})

test('a cover is a file of the space, one that comes with the batch, or an address; anything else stays words', async () => {
  branch = await newBranch(world, spaceId)
  const dot = { name: 'cover.txt', ref: 'cover', base64: Buffer.from('dot').toString('base64') }
  const { insertedFiles, changes } = await branch.made(
    page('By ref', '---\ncover: ./cover\ncoverY: 12\n---\n'),
    { operation: 'insert_files', files: [dot] },
    page('By path', '---\ncover: .gitbook/assets/cover.txt\n---\n'),
    page('By address', '---\ncover: https://example.com/a.png\n---\n'),
    page('Script', '---\ncover: javascript:alert(1)\ncoverY: 1\n---\n'),
  )
  const presented = await Promise.all(changes.map((one) => branch.page(one.page.id)))
  const file = { kind: 'file', file: insertedFiles[0]?.id }
  expect(presented.map(({ cover }) => cover)).toEqual([
    { ref: file, yPos: 12 },
    { ref: file, yPos: 0 },
    { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 0 },
    undefined,
  ])
  expect(presented[0].markdown).toBe(`---\ncover: /files/${insertedFiles[0]?.id}\ncoverY: 12\n---\n`)
  await branch.made(write(presented[0].id, presented[0].markdown))
  expect(await branch.page(presented[0].id)).toEqual(presented[0])
  expect(presented[3].markdown).toBe('---\ncover: javascript:alert(1)\ncoverY: 1\n---\n')
})

test('a cover has a second picture for dark, which goes with its key', async () => {
  branch = await newBranch(world, spaceId)
  const url = (name: string) => `https://example.com/${name}.png`
  const both = `---\ncover: ${url('light')}\ncoverY: 2\ncoverDark: ${url('dark')}\n---\nText`
  const { changes } = await branch.made(page('Both', both), page('Dark alone', `---\ncoverDark: ${url('dark')}\n---\n`))
  const [id = '', alone = ''] = changes.map((one) => one.page.id)
  const ref = (name: string) => ({ kind: 'url', url: url(name) })
  expect(await branch.page(id)).toMatchObject({
    cover: { ref: ref('light'), refDark: ref('dark'), yPos: 2 },
    markdown: both,
  })
  await branch.made(write(id, both))
  expect(await branch.page(id)).toMatchObject({ markdown: both })
  await branch.made(write(id, both.replace('/dark.png', '/night.png')))
  expect((await branch.page(id)).cover).toMatchObject({ refDark: ref('night') })
  await branch.made(write(id, both.replace(/coverDark.*\n/, '')))
  expect((await branch.page(id)).cover).toEqual({ ref: ref('light'), yPos: 2 })
  expect(await branch.page(alone)).toMatchObject({ markdown: `---\ncoverDark: ${url('dark')}\n---\n` })
})
