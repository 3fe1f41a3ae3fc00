import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

const say = (expression: string) => `<code class="expression">${expression}</code>`
const text = [
  `We are in ${say('page.vars.city')}, ${say('visitor.claims.name ?? "stranger"')}.`,
  '{% if visitor.claims.beta %}\n\nSecret\n\n{% endif %}',
  '{% if !visitor.claims.beta && page.vars.city === "Oslo" %}\n\nPlain\n\n{% endif %}\n',
].join('\n\n')
const archive = {
  'README.md': `---\nvars:\n  city: Oslo\n---\n\n# Home\n\n${text}`,
  'same.md': '# Same\n\nNothing {%special%}.\n',
  '.gitbook/includes/note.md': text,
}

let source: ArchiveSource
let world: World
let read: (id: string, params: object, query?: Record<string, string>) => Promise<{ status: number; body: Read }>
// biome-ignore lint/suspicious/noExplicitAny: every reply was checked against its contract already
type Read = any
let ids: { home: string; same: string; reusableContentId: string }
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
  const { id: spaceId } = await world.makeSpace()
  const revisionId = await source.importFiles(world, spaceId, archive)
  read = (id, params, query = {}) => world.send(id, { as: 'rex', params: { spaceId, revisionId, ...params }, query })
  const { body } = await read('getRevisionById', {})
  const titled = (title: string) => body.pages.find((one: { title: string }) => one.title === title).id
  ids = { home: titled('Home'), same: titled('Same'), reusableContentId: body.reusableContents[0].id }
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

/** The words of a document, a line a block, with what is still an expression in braces. */
const linesOf = (document: Read): string[] => document.nodes.map(wordsIn).filter((line: string) => line !== '')
const wordsIn = (node: Read): string =>
  node.type === 'expression'
    ? `{${node.data.expression}}`
    : [...(node.leaves ?? []).map((leaf: Read) => leaf.raw ?? leaf.text), ...(node.nodes ?? []).map(wordsIn)].join('')

const evaluated = ['We are in Oslo, stranger.', 'Plain']
const partly = ['We are in Oslo, {visitor.claims.name ?? "stranger"}.', 'Plain']

test('a page is evaluated where that is asked for, for a reader of whom nothing is claimed', async () => {
  const lines = async (evaluated: string) =>
    linesOf((await read('getPageDocumentInRevisionById', { pageId: ids.home }, { evaluated })).body)
  expect(await lines('true')).toEqual(evaluated)
  expect(await lines('deterministic-only')).toEqual(partly)
  expect(await lines('false')).toHaveLength(7)
  const inPage = { format: 'document', evaluated: 'true' }
  expect(linesOf((await read('getPageById', { pageId: ids.home }, inPage)).body.document)).toEqual(evaluated)
})

test('its markdown is evaluated likewise, and its front matter stays', async () => {
  const markdown = async (query: Record<string, string>) =>
    (await read('getPageById', { pageId: ids.home }, query)).body.markdown
  expect(await markdown({ evaluated: 'true' })).toBe(
    '---\nvars:\n  city: Oslo\n---\nWe are in Oslo, stranger.\n\nPlain\n',
  )
  expect(await markdown({})).toContain(text)
})

test('a reusable content is evaluated for no page in particular', async () => {
  const { reusableContentId } = ids
  const lines = async (evaluated: string) =>
    linesOf((await read('getReusableContentDocumentInRevisionById', { reusableContentId }, { evaluated })).body)
  expect(await lines('deterministic-only')).toEqual([
    'We are in {page.vars.city}, {visitor.claims.name ?? "stranger"}.',
  ])
  expect(await lines('true')).toEqual(['We are in , stranger.'])
})

test('a text without conditions is the same however it is read', async () => {
  const bodies = []
  for (const evaluated of ['true', 'false', 'deterministic-only'])
    bodies.push((await read('getPageDocumentInRevisionById', { pageId: ids.same }, { evaluated })).body)
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[2]).toEqual(bodies[0])
})

test('a condition changes no other block of a published page, whatever comments are in it', async () => {
  const text = '<!-- a note --> # Words'
  const { id: spaceId } = await world.makeSpace()
  const texts = { Plain: text, Conditional: `${text}\n\n{% if visitor.claims.beta %}\n\nSecret\n\n{% endif %}\n` }
  const { Plain = '', Conditional = '' } = await world.publish(spaceId, texts)
  const { revision: revisionId } = await world.space(spaceId)
  const as = { kind: 'service', scope: 'full' } as const
  const firstBlock = async (pageId: string) => {
    const params = { spaceId, revisionId, pageId }
    return (await world.send('getPublishedPage', { as, params, body: { claims: {} } })).body.document.nodes[0]
  }
  expect(await firstBlock(Conditional)).toEqual(await firstBlock(Plain))
})
