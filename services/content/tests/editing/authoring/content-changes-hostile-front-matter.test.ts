import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Branch, newBranch, page, write } from '../../support/branch.ts'
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

test.each([
  ['a key that is there twice', 'a: 1\na: 2'],
  ['brackets left open', 'a: [1'],
  ['aliases that multiply', `a: &a [${'x,'.repeat(50)}x]\nb: &b [${'*a,'.repeat(50)}*a]\nc: [${'*b,'.repeat(50)}*b]`],
  ['an alias of itself', 'a: &a [*a]'],
  ['too much of it', `a: ${'x'.repeat(20_000)}`],
  ['too deep a nesting', `a: ${'['.repeat(3000)}${']'.repeat(3000)}`],
])('front matter with %s is refused, naming the text', async (_what, yaml) => {
  branch = await newBranch(world, spaceId)
  const [status, message] = await branch.refusal(page('Page', `---\n${yaml}\n---\nText`))
  expect([status, message]).toEqual([
    400,
    expect.stringContaining('body.changes.0.document.markdown: The front matter'),
  ])
})

test.each([
  ['prototypes', '__proto__:\n  hidden: true\nconstructor: x\nvars:\n  __proto__: x\n'],
  ['keys that are no texts', '1: a\ntrue: b\n? [x, y]\n: c\n'],
  ['only a comment', '# nothing\n'],
  ['nothing', ''],
])('front matter with %s does no harm, and comes back the same', async (_what, yaml) => {
  const id = await inserted(`---\n${yaml}---\nText`)
  const presented = await branch.page(id)
  expect(presented.hidden ?? false).toBe(false)
  await branch.made(write(id, presented.markdown))
  expect(await branch.page(id)).toEqual(presented)
})

test.each(['---\n- a\n---\nText', '---\nwords\n---\nText'])('%j is a text that begins with rules', async (text) => {
  expect(await writtenAs(text)).toBe(text)
})
