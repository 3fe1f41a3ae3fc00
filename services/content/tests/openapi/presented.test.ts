import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Caller } from '@quire/kit'
import { statementsDuring } from '../support/sent-statements.ts'
import { petstore, startWithSource } from './specification-source.ts'

const service: Caller = { kind: 'service', scope: 'full' }
const names = ['cats', 'dogs', 'owls']
const operations = names.map(
  (name) => `{% openapi-operation spec="${name}" path="/pets" method="get" %}
{% endopenapi-operation %}`,
)

let at: Awaited<ReturnType<typeof startWithSource>>
let spaceId: string
let pageId: string
beforeAll(async () => {
  at = await startWithSource()
  for (const name of names) await at.put(name, { text: JSON.stringify(petstore(name)) })
  spaceId = (await at.world.makeSpace()).id
  pageId = (await at.world.publish(spaceId, { Pets: operations.join('\n\n') })).Pets ?? ''
})
afterAll(() => at.stop())

/** The specifications of the page, as a visitor gets them. */
async function published(): Promise<Record<string, { info: { title: string } }>> {
  const params = { spaceId, revisionId: (await at.world.space(spaceId)).revision, pageId }
  return (await at.world.send('getPublishedPage', { as: service, params, body: { claims: {} } })).body.specs
}

/** The specifications of a text, as somebody who writes it gets them. */
const rendered = async (markdown: string) =>
  (await at.world.send('getRenderablePage', { params: { spaceId }, body: { markdown } })).body.specs

test('specifications are read once for all who get the same parts of them, and again when they change', async () => {
  const loads = (work: () => Promise<unknown>) => statementsDuring(at.world, /"document" from "openapi_content"/, work)
  expect(await loads(published)).toHaveLength(3)
  expect(await loads(published)).toEqual([])
  expect(await loads(() => rendered(operations.join('\n\n')))).toEqual([])
  await at.put('owls', { text: JSON.stringify(petstore('Barn owls')) })
  expect(await loads(async () => expect((await published()).owls?.info.title).toBe('Barn owls'))).toHaveLength(1)
})

test('of more specifications than a page may read, the first ones are presented', async () => {
  expect(Object.keys(await published())).toEqual(names)
  await at.world.sql().updateTable('openapi_content').set({ bytes: 12_000_000 }).execute()
  expect(Object.keys(await published())).toEqual(['cats', 'dogs'])
  expect(Object.keys(await rendered(operations.toReversed().join('\n\n')))).toEqual(['owls', 'dogs'])
})

test('of more parts than a page may present, the first ones are presented', async () => {
  await at.world.sql().updateTable('openapi_content').set({ bytes: 1000 }).execute()
  for (const name of names) {
    const [specification, description] = [petstore(name), 'x'.repeat(3_000_000)]
    const paths = { '/pets': { get: { ...specification.paths['/pets'].get, description } } }
    await at.put(name, { text: JSON.stringify({ ...specification, paths }) })
  }
  expect(Object.keys(await published())).toEqual(['cats', 'dogs'])
})
