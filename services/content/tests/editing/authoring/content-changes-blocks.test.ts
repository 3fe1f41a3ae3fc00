import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch, page, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let pageId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())

const began = '# One\n\nfirst  \n\nsecond\n\n* a\n* b\n\nlast'

/**
 * Creates a change request whose page has the text `now`, reverts the blocks with these words, and returns the text.
 */
async function reverted(now: string, words: string[], before = began): Promise<string> {
  pageId = (await world.publish(spaceId, { Page: before })).Page ?? ''
  const branch = await newBranch(world, spaceId)
  const earlier = await branch.page(pageId, { format: 'document' })
  await branch.made(write(pageId, now, { icon: 'kept' }))
  const { document } = await branch.page(pageId, { format: 'document' })
  const blocks = [...document.nodes, ...earlier.document.nodes]
  const block = words.map((word) => blocks.find((one) => JSON.stringify(one).includes(word))?.key)
  await branch.made({ operation: 'revert_page', page: pageId, block })
  const presented = await branch.page(pageId)
  expect(presented.icon).toBe('kept')
  return presented.markdown
}

test.each([
  [
    'changed',
    '# One\n\nFIRST\n\nSECOND\n\n* a\n* b\n\nlast',
    ['SECOND'],
    '# One\n\nFIRST\n\nsecond\n\n* a\n* b\n\nlast',
  ],
  [
    'changed, by its key before',
    '# One\n\nFIRST\n\nSECOND\n\n* a\n* b\n\nlast',
    ['first'],
    '# One\n\nfirst  \n\nSECOND\n\n* a\n* b\n\nlast',
  ],
  [
    'added',
    '# One\n\nnew\n\nfirst  \n\nsecond\n\nnewer\n\n* a\n* b\n\nlast',
    ['new"'],
    '# One\n\nfirst  \n\nsecond\n\nnewer\n\n* a\n* b\n\nlast',
  ],
  ['deleted', '# One\n\n* a\n* b\n\nlast', ['second'], '# One\n\nsecond\n\n* a\n* b\n\nlast'],
  ['deleted at the end', '# One\n\nfirst', ['last'], '# One\n\nfirst\n\nlast'],
  [
    'moved',
    'last\n\n# One\n\nfirst  \n\nSECOND\n\n* a\n* b\n',
    ['last'],
    '# One\n\nfirst  \n\nSECOND\n\n* a\n* b\n\nlast',
  ],
])(
  'a block that was %s is reverted, and everything else stays as it is written',
  async (_how, now, words, expected) => {
    expect(await reverted(now, words)).toBe(expected)
  },
)

test('all blocks that changed, reverted, give the text that was', async () => {
  expect(await reverted('new\n\nfirst\n\nthird', ['new', 'third', 'One', 'second', '"a"', 'last'])).toBe(
    began.replace('first  ', 'first'),
  )
})

test.each([
  ['is nowhere', 'nokey'],
  ['did not change', undefined],
])('a block that %s is refused by its place, and nothing is reverted', async (_what, key) => {
  pageId = (await world.publish(spaceId, { Page: began })).Page ?? ''
  const branch = await newBranch(world, spaceId)
  await branch.made(write(pageId, `${began}!`))
  const { document } = await branch.page(pageId, { format: 'document' })
  expect(
    await branch.refusal({ operation: 'revert_page', page: pageId, block: [key ?? document.nodes[0].key] }),
  ).toEqual([400, expect.stringContaining('body.changes.0.block.0')])
  expect((await branch.page(pageId)).markdown).toBe(`${began}!`)
})

test('blocks of a page that is new or gone are refused: there is nothing beside them', async () => {
  const branch = await newBranch(world, spaceId)
  const { changes } = await branch.made(page('New', 'text'))
  for (const one of [changes[0]?.page.id, 'nowhere'])
    expect(await branch.refusal({ operation: 'revert_page', page: one, block: ['x'] })).toEqual([
      400,
      expect.stringContaining('body.changes.0.page'),
    ])
})
