import { afterAll, expect, test } from '@jest/globals'
import { member, user } from '@quire/contracts'
import { newId } from '@quire/kit'
import { startGitWorld } from '../support/git-world.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { acme } from '../world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** Changes pages of a new change request, each in turn as one person, and has somebody else merge it. */
async function changed(spaceId: string, changes: { as: string; change: object }[], subject?: string) {
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId, changes[0]?.as)
  const params = { spaceId, changeRequestId }
  if (subject !== undefined) await world.send('updateChangeRequestById', { params, body: { subject } })
  for (const { as, change } of changes)
    await world.send('updateChangeRequestContent', {
      as,
      params,
      query: { compat: 'false' },
      body: { changes: [change] },
    })
  await world.merge(spaceId, changeRequestId)
}

const written = (page: string, markdown: string) => ({ operation: 'update_page', page, document: { markdown } })

/** The author of a live page, as sites asks for it; undefined if there is none. */
async function authorOf(spaceId: string, pageId: string, more: object = { withAuthor: true }) {
  const { revision: revisionId } = await world.space(spaceId)
  const { body } = await world.send('getPublishedPage', {
    as: { kind: 'service', scope: 'full' },
    params: { spaceId, revisionId, pageId },
    body: { claims: {}, ...more },
  })
  expect(body.document.object).toBe('document')
  return body.author
}

test('the author of a page is who wrote its last change, and not who merged it; nobody is named who was not asked for', async () => {
  const { id } = await world.makeSpace()
  const { One = '', Two = '' } = await world.publish(id, { One: 'First.', Two: 'Second.' })
  await changed(id, [
    { as: 'edda', change: written(One, 'Edda was here.') },
    { as: 'cleo', change: written(Two, 'Cleo was here.') },
  ])
  expect([await authorOf(id, One), await authorOf(id, Two)]).toEqual(['Edda', 'Cleo'])
  expect(await authorOf(id, One, {})).toBeUndefined()
  await changed(id, [{ as: 'edda', change: { operation: 'update_page', page: One, layout: { metadata: false } } }])
  expect(await authorOf(id, One)).toBeUndefined()
})

test('the author costs a page one statement, and nothing where it is not asked for', async () => {
  const { id } = await world.makeSpace()
  const { One = '' } = await world.publish(id, { One: 'First.' })
  // What follows is read from caches.
  await authorOf(id, One)
  const { revision: revisionId } = await world.space(id)
  const statements = (body: object) => {
    const asked = { as: { kind: 'service', scope: 'full' }, params: { spaceId: id, revisionId, pageId: One } } as const
    return statementsDuring(world, /\S/, () => world.send('getPublishedPage', { ...asked, body }))
  }
  const [without, asked] = [await statements({ claims: {} }), await statements({ claims: {}, withAuthor: true })]
  const more = asked.filter((statement) => !without.includes(statement))
  expect([without.length + 1, more]).toEqual([asked.length, [expect.stringContaining('person.display_name')]])
})

test('a page that a commit changed has the author of the commit, the others keep theirs; an address of mail is no name', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n', 'other.md': '# Other\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [home, other] = (await git.pagesOf(id)).map((page) => page.id)
  expect(await authorOf(id, home ?? '')).toBe('Grace Hopper')
  await repository.commit({ 'README.md': '# Home\n\nTwo.\n' }, { author: 'Barbara Liskov <barbara@example.com>' })
  await git.importFrom(repository, id)
  expect([await authorOf(id, home ?? ''), await authorOf(id, other ?? '')]).toEqual(['Barbara Liskov', 'Grace Hopper'])
  await repository.commit({ 'README.md': '# Home\n\nThree.\n' }, { author: 'kay@example.com <kay@example.com>' })
  await git.importFrom(repository, id)
  expect(await authorOf(id, home ?? '')).toBeUndefined()
  await changed(id, [{ as: 'edda', change: written(home ?? '', 'Four.\n') }])
  expect(await authorOf(id, home ?? '')).toBe('Edda')
})

test('everybody who worked on a change request is in its commit: its author first, the others in the message', async () => {
  const repository = await server.repository()
  const { id } = await world.makeSpace()
  const { Home = '' } = await world.publish(id, { Home: 'One.' })
  await git.exportTo(repository, id)
  await changed(
    id,
    [
      { as: 'edda', change: written(Home, 'Two.') },
      { as: 'cleo', change: written(Home, 'Three.') },
      { as: 'edda', change: written(Home, 'Four.') },
    ],
    'Say four\n\nCo-authored-by: Somebody Else <else@example.com>',
  )
  await git.exportTo(repository, id, { commitMessage: 'Say four' })
  const shown = await repository.git('log', '-1', '--format=%an <%ae>%n%(trailers:key=Co-authored-by)', 'main')
  expect(shown.trim().split('\n')).toEqual(['Edda <edda@example.com>', 'Co-authored-by: Cleo <cleo@example.com>'])
})

test('who changed the space before a commit came in is the author of the commit with their change, and of no later one', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n', 'other.md': '# Other\n\nText.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [, other = { id: '' }] = await git.pagesOf(id)
  await changed(id, [{ as: 'edda', change: written(other.id, 'Edda was here.') }])
  await repository.commit({ 'README.md': '# Home\n\nTwo.\n' }, { author: 'Grace Hopper <grace@example.com>' })
  await git.importFrom(repository, id)
  const authorOfExport = async () => {
    await git.exportTo(repository, id)
    return (await repository.git('log', '-1', '--format=%an', 'main')).trim()
  }
  expect(await authorOfExport()).toBe('Edda')
  await changed(id, [{ as: 'cleo', change: written(other.id, 'Cleo was here too.') }])
  expect(await authorOfExport()).toBe('Cleo')
})

const odd: [string, string, string, RegExp][] = [
  [
    'line ends',
    'Edda\nCommitter: Eve <eve@example.com>\r\n',
    'edda@example.com',
    /^Edda Committer: Eve eve@example.com$/,
  ],
  ['angle brackets', 'Ed<da>', 'ed<da>@exam\nple.com', /^Ed da$/],
  ['leading dashes', '--upload-pack=touch /tmp/x', 'edda@example.com', /^--upload-pack=touch \/tmp\/x$/],
  ['10 kB', 'ä😀'.repeat(3000), 'edda@example.com', /^(?:ä😀){66}ä.?$/u],
  ['nothing but signs', '<\u0001>\u0085', 'edda@example.com', /^Somebody$/],
  ['no address of mail', 'Edda', '', /^Edda$/],
]

test.each(odd)('a name with %s makes a commit that git accepts', async (_, displayName, email, expected) => {
  const repository = await server.repository()
  await repository.git('config', 'receive.fsckObjects', 'true')
  const { id: spaceId } = await world.makeSpace()
  const { Home = '' } = await world.publish(spaceId, { Home: 'One.' })
  const id = newId()
  await world.publishState(user, { id, displayName, email })
  await world.publishState(member, { id: `m-${id}`, organizationId: acme, userId: id, role: 'edit' })
  await world.test.settled()
  await changed(spaceId, [
    { as: id, change: written(Home, 'Two.') },
    { as: 'cleo', change: written(Home, 'Three.') },
  ])
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'success' })
  const raw = await repository.git('cat-file', 'commit', 'main')
  const [, name = '', address = ''] = /^author (.*) <(.*)> \d+ \+0000$/m.exec(raw) ?? []
  expect(name).toMatch(expected)
  expect(address).toMatch(/^[^<>\s]+@[^<>\s]+$/)
  expect(raw.match(/^(author|committer) /gm)).toHaveLength(2)
})
