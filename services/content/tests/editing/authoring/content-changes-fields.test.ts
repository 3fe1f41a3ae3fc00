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

async function inserted(...changes: object[]): Promise<string[]> {
  branch = await newBranch(world, spaceId)
  return (await branch.made(...changes)).changes.map((one) => one.page.id)
}

const fields = {
  title: 'Full',
  slug: 'the-slug',
  emoji: '1f600',
  icon: 'gear',
  description: 'All of it',
  hidden: true,
  noIndex: true,
  noRobotsIndex: true,
  layout: { width: 'wide', outline: false },
}

test('a page has every field it was given, and an update leaves those it does not name', async () => {
  const [id = ''] = await inserted({ operation: 'insert_page', ...fields, document: {} })
  const expected = { ...fields, path: 'the-slug', layout: expect.objectContaining({ ...fields.layout, cover: true }) }
  expect(await branch.page(id)).toMatchObject(expected)
  await branch.made(update(id, { title: 'Other' }))
  expect(await branch.page(id)).toMatchObject({ ...expected, title: 'Other' })
  await branch.made(update(id, { layout: { pagination: false } }))
  expect((await branch.page(id)).layout).toMatchObject({ width: 'wide', outline: false, pagination: false })
})

test('null clears a field; an empty text clears emoji, icon and condition', async () => {
  const [id = ''] = await inserted({ operation: 'insert_page', ...fields, document: {} })
  const cleared = ['emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'layout']
  await branch.made(update(id, Object.fromEntries(cleared.map((name) => [name, null]))))
  const presented = await branch.page(id)
  for (const name of cleared.slice(0, -2)) expect(presented[name] ?? false).toBe(false)
  expect(presented.layout.width).toBe('default')
  const [other = ''] = await inserted({
    operation: 'insert_page',
    ...fields,
    condition: 'visitor.claims.a',
    document: {},
  })
  await branch.made(update(other, { emoji: '', icon: '', condition: '' }))
  expect([(await branch.page(other)).emoji, (await branch.page(other)).icon]).toEqual([undefined, undefined])
})

test('a condition that cannot be read is refused with its place, unless the page has it already', async () => {
  const condition = 'visitor.claims.plan =='
  const refused = [400, expect.stringMatching(/^body\.changes\.0\.condition: .* at column \d+$/)]
  const [id = ''] = await inserted(page('Here', `---\nif: ${condition}\n---\nText.\n`))
  expect((await branch.page(id)).condition).toBe(condition)
  await branch.made(update(id, { condition, title: 'There' }))
  expect(await branch.refusal(update(id, { condition: `${condition}=` }))).toEqual(refused)
  expect(await branch.refusal({ ...page('Other'), condition })).toEqual(refused)
})

test('a title is the front matter’s, else the one given, else the leading heading, else a default', async () => {
  const ids = await inserted(
    page('Given', '---\ntitle: Said\n---\n# Heading'),
    page('Given', '# Heading'),
    { operation: 'insert_page', document: { markdown: '\n# A *bold* heading #\n\nText' } },
    { operation: 'insert_page', document: { markdown: 'Text\n\n# Later' } },
    { operation: 'insert_page', document: { markdown: '```\n# code\n```' } },
    { operation: 'insert_page', document: {} },
  )
  const titles = await Promise.all(ids.map(async (id) => (await branch.page(id)).title))
  expect(titles).toEqual(['Said', 'Given', 'A bold heading', 'Untitled', 'Untitled', 'Untitled'])
  expect((await branch.page(ids[2] ?? '')).markdown).toBe('\n# A *bold* heading #\n\nText')
})

test('title and slug change each by itself', async () => {
  const [id = ''] = await inserted(page('Set up'))
  await branch.made(update(id, { title: 'Install' }))
  expect(await branch.page(id)).toMatchObject({ title: 'Install', slug: 'set-up' })
  await branch.made(update(id, { slug: 'Get Going' }))
  expect(await branch.page(id)).toMatchObject({ title: 'Install', slug: 'get-going' })
  await branch.made(update(id, { slug: '' }))
  expect(await branch.page(id)).toMatchObject({ slug: 'install' })
})

test('slugs from titles are made unique; one that is asked for and taken beside the page is refused', async () => {
  const [one = '', two = '', above = ''] = await inserted(page('Même'), page('Même'), page('Above'))
  expect([(await branch.page(one)).slug, (await branch.page(two)).slug]).toEqual(['même', 'même-1'])
  const taken = [400, expect.stringContaining('body.changes.0.slug')]
  expect(await branch.refusal(update(two, { slug: 'même' }))).toEqual(taken)
  expect(await branch.refusal(page('New', '', { slug: 'Même' }))).toEqual(taken)
  await branch.made(update(two, { slug: 'même', into: above }), update(one, { slug: 'même' }))
  expect((await branch.page(two)).path).toBe('above/même')
  expect(await branch.refusal(update(two, { into: null, slug: 'même' }))).toEqual(taken)
  await branch.made(update(two, { into: null }))
  expect((await branch.page(two)).path).toBe('même-1')
})

test.each([
  ['文档 入门', '文档-入门'],
  ['🎉🎉', 'page'],
  ['A/B: c?d#e', 'ab-cde'],
  ['..', 'page'],
])('the title %j gives a path that can be asked for', async (title, slug) => {
  const [id = ''] = await inserted(page(title))
  expect(await branch.page(id)).toMatchObject({ title, slug, path: slug })
})

test('a page moves under another, to the top and among its siblings, and nowhere impossible', async () => {
  const [a = '', b = '', c = ''] = await inserted(page('A'), page('B'), page('C'))
  const outline = async () =>
    (await branch.tree()).map(({ title, pages }) => [title, ...pages.map((one) => one.title)].join('>'))
  await branch.made(update(b, { into: a }), update(c, { into: b }))
  expect(await outline()).toEqual(['A>B'])
  for (const into of [a, b, c])
    expect(await branch.refusal(update(a, { into }))).toEqual([400, expect.stringContaining('body.changes.0.into')])
  await branch.made(update(c, { into: null, at: 0 }), update(b, { into: null }))
  expect(await outline()).toEqual(['C', 'A', 'B'])
  await branch.made(update(b, { at: 1 }))
  expect(await outline()).toEqual(['C', 'B', 'A'])
})

test('a move to where the page is changes nothing', async () => {
  const [a = '', b = ''] = await inserted(page('A'), page('B'))
  const before = [await branch.page(a), await branch.page(b)]
  await branch.made(update(a, { at: 0 }), update(b, { at: 1, into: null }), update(b, { at: 9 }))
  expect([await branch.page(a), await branch.page(b)]).toEqual(before)
})

test('a page that a batch changes twice is told once; one that came and went within it not at all', async () => {
  const [a = '', b = ''] = await inserted(page('A'), page('B'))
  const { changes } = await branch.made(
    write(a, 'one'),
    page('Short-lived', '', { into: b }),
    update(a, { title: 'AA' }),
    { operation: 'delete_page', page: b },
  )
  expect(changes).toEqual([
    { object: 'updated_page', page: expect.objectContaining({ id: a }) },
    { object: 'deleted_page', page: b },
  ])
})

test('a page has a cover of the batch, of the revision or of the web, and loses it with null', async () => {
  const png = { ref: 'sky', name: 'sky.png', base64: 'iVBORw0KGgo=' }
  const cover = { ref: { kind: 'file', file: 'sky' }, refDark: { kind: 'url', url: 'https://example.com/a.png' } }
  branch = await newBranch(world, spaceId)
  const made = await branch.made(
    { operation: 'insert_files', files: [png] },
    { operation: 'insert_page', title: 'Covered', linkTitle: 'Short', cover: { ...cover, yPos: 12 }, document: {} },
  )
  const [id, file] = [made.changes[0]?.page.id ?? '', made.insertedFiles[0]?.id]
  const stored = { ...cover, ref: { kind: 'file', file }, yPos: 12 }
  expect(await branch.page(id)).toMatchObject({ linkTitle: 'Short', cover: stored })
  await branch.made(update(id, { title: 'Other' }))
  expect(await branch.page(id)).toMatchObject({ title: 'Other', cover: stored })
  await branch.made(update(id, { cover: { ref: { kind: 'file', file } }, linkTitle: '' }))
  expect((await branch.page(id)).cover).toEqual({ ref: { kind: 'file', file }, yPos: 0 })
  expect((await branch.page(id)).linkTitle).toBeUndefined()
  await branch.made(update(id, { cover: null }))
  expect((await branch.page(id)).cover).toBeUndefined()
  const refused = (ref: object) => branch.refusal(update(id, { cover: { ref } }))
  expect(await refused({ kind: 'file', file: 'absent' })).toEqual([400, expect.stringContaining('.cover.ref.file')])
  expect(await refused({ kind: 'url', url: 'javascript:alert(1)' })).toEqual([
    400,
    expect.stringContaining('.cover.ref.url'),
  ])
})

test('groups and links are inserted, and have only what such pages have', async () => {
  const insert = (type: string, more: object = {}) => ({
    operation: 'insert_page',
    type,
    title: type,
    document: {},
    ...more,
  })
  const target = { kind: 'url', url: 'https://example.com/' }
  const [group = '', link = ''] = await inserted(insert('group'), insert('link', { target }))
  expect(await branch.page(group)).toMatchObject({ type: 'group', path: 'group' })
  expect(await branch.page(link)).toMatchObject({ type: 'link', target, href: target.url })
  await branch.made(update(link, { target: { kind: 'page', page: group } }))
  expect((await branch.page(link)).target).toEqual({ kind: 'page', page: group })
  const [nested = ''] = (await branch.made(page('Below', '', { into: group }))).changes.map((one) => one.page.id)
  expect((await branch.page(nested)).path).toBe('group/below')
  for (const [change, field] of [
    [insert('link'), 'target'],
    [insert('group', { target }), 'target'],
    [insert('group', { document: { markdown: 'x' } }), 'document'],
    [update(group, { document: { markdown: 'x' } }), 'document'],
    [update(link, { target: { kind: 'url', url: 'javascript:alert(1)' } }), 'target.url'],
  ] as const)
    expect(await branch.refusal(change)).toEqual([400, expect.stringContaining(`body.changes.0.${field}`)])
})

test('a page goes after the sibling that is named, and repeating the move changes nothing', async () => {
  const [one = '', two = '', three = ''] = await inserted(page('One'), page('Two'), page('Three'))
  const moves: [object, string[]][] = [
    [update(one, { after: two }), ['Two', 'One', 'Three']],
    [update(one, { after: two }), ['Two', 'One', 'Three']],
    [update(three, { after: null }), ['Three', 'Two', 'One']],
    [update(three, { into: two, after: null }), ['Two', 'One']],
    [update(three, { into: null, after: one }), ['Two', 'One', 'Three']],
    [page('Four', '', { after: two }), ['Two', 'Four', 'One', 'Three']],
  ]
  for (const [change, titles] of moves) {
    await branch.made(change)
    expect((await branch.titles()).slice(-titles.length)).toEqual(titles)
  }
  const refused = (more: object) => branch.refusal(update(one, more))
  expect(await refused({ after: one })).toEqual([400, expect.stringContaining('body.changes.0.after')])
  expect(await refused({ into: two, after: three })).toEqual([400, expect.stringContaining('body.changes.0.after')])
  expect(await refused({ at: 0, after: two })).toEqual([400, expect.stringContaining('body.changes.0.after')])
})
