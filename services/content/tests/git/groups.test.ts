import { afterAll, expect, test } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const contents = '# Contents\n\n* [Home](README.md)\n\n## Partners\n\n* [Prices](prices.md)\n* [Terms](terms.md)\n'
const files = {
  'SUMMARY.md': `${contents}* [Shop](https://shop.example.com)\n`,
  'README.md': '# Home\n\nA tpyo.\n',
  'prices.md': '# Prices\n',
  'terms.md': '# Terms\n',
}
const condition = 'visitor.claims.partner'
const ofGroup = { condition, hidden: true, emoji: '1f91d' }
const ofLink = { hidden: true, linkTitle: 'Buy' }

/** A space whose group and link got attributes that have no place in the table of contents, which was exported. */
async function withAttributes() {
  const repository = await server.repository()
  await repository.commit(files)
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  const [group, link] = [await pageOf(id, 'Partners'), await pageOf(id, 'Shop')]
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [
    { operation: 'update_page', page: group, ...ofGroup },
    { operation: 'update_page', page: link, ...ofLink },
  ])
  await world.merge(id, changeRequestId)
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  return { repository, id, group, link }
}

const pageOf = async (id: string, title: string) =>
  (await git.pagesOf(id)).find((page) => page.title === title)?.id ?? ''
const read = async (spaceId: string, pageId: string) =>
  (await world.send('getPageById', { params: { spaceId, pageId } })).body

async function push(repository: GitRepository, id: string, changed: Record<string, string>) {
  const commit = await repository.commit(changed)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit })
}

test('a group and a link keep the attributes that people gave them when somebody pushes a text', async () => {
  const { repository, id, group, link } = await withAttributes()
  await push(repository, id, { 'README.md': '# Home\n\nA typo.\n' })
  expect(await git.markdownOf(id, await pageOf(id, 'Home'))).toBe('A typo.\n')
  expect(await read(id, group)).toMatchObject(ofGroup)
  expect(await read(id, link)).toMatchObject(ofLink)
})

test('a group that gets another title in the table of contents is the same, with its condition', async () => {
  const { repository, id, group } = await withAttributes()
  await push(repository, id, { 'SUMMARY.md': files['SUMMARY.md'].replace('## Partners', '## Our partners') })
  expect(await pageOf(id, 'Our partners')).toBe(group)
  expect(await read(id, group)).toMatchObject(ofGroup)
})

test('a group of other pages, or beside the former one, is another one', async () => {
  const { repository, id, group } = await withAttributes()
  await push(repository, id, { 'SUMMARY.md': `${contents}\n## More\n\n* [New](new.md)\n`, 'new.md': '# New\n' })
  expect(await read(id, group)).toMatchObject({ title: 'Partners', condition })
  expect(await read(id, await pageOf(id, 'More'))).not.toHaveProperty('condition')
  const split = contents.replace('* [Terms]', '\n## Papers\n\n* [Terms]')
  await push(repository, id, { 'SUMMARY.md': split })
  expect(await read(id, group)).toMatchObject({ title: 'Partners', condition })
  expect(await pageOf(id, 'Papers')).not.toBe(group)
})
