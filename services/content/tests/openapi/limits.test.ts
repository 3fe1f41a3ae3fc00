import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openApiVersionOperations } from '@quire/contracts'
import { specLimits } from '../../src/openapi/spec-limits.ts'
import { heldBytes, slowReaders } from '../support/slow-readers.ts'
import { acme } from '../world.ts'
import { petstore, startWithSource } from './specification-source.ts'

let at: Awaited<ReturnType<typeof startWithSource>>
beforeAll(async () => {
  at = await startWithSource()
})
afterAll(() => at.stop())

const text = (title: string) => JSON.stringify(petstore(title))

/** Inserts specifications as rows, without processing them. */
const fill = (organizationId: string, rows: { slug: string; bytes?: number; account?: string }[]) =>
  at.world
    .sql()
    .insertInto('openapi_spec')
    .values(
      rows.map(({ slug, bytes = 0, account = 'somebody' }) => ({
        ...{ account, origin: account },
        ...{ id: `${organizationId}-${slug}`, organization_id: organizationId, slug, bytes: String(bytes) },
        ...{ visibility: 'private' as const, processing_state: 'complete' as const },
        ...{ created_at: new Date(), updated_at: new Date() },
      })),
    )
    .execute()

test('an organization has 500 specifications at most, also where several are created at once', async () => {
  await fill(
    'other',
    Array.from({ length: specLimits.specifications - 1 }, (_, count) => ({ slug: `one-${count}` })),
  )
  const params = { organizationId: 'other' }
  const source = { text: text('Last') }
  const put = (specSlug: string) =>
    at.world.send('createOrUpdateOpenAPISpecBySlug', {
      as: 'olga',
      params: { ...params, specSlug },
      body: { source },
    })
  const create = (slug: string) => at.world.send('createOpenAPISpec', { as: 'olga', params, body: { slug, source } })
  const answers = await Promise.all([put('a'), put('b'), create('c'), create('d')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await put('one-0')).status).toBe(200)
})

test('an account has 2000 specifications at most in all organizations, and another account its own', async () => {
  await fill(
    'far',
    Array.from({ length: 2000 }, (_, count) => ({ slug: `one-${count}`, account: 'ada' })),
  )
  const create = (as: string, slug: string) =>
    at.world.send('createOpenAPISpec', { as, body: { slug, source: { text: text('Last') } } })
  const refused = await create('ada', 'one-more')
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('Your account')])
  expect((await create('cleo', 'of-another')).status).toBe(201)
  await at.world.sql().deleteFrom('openapi_spec').where('organization_id', '=', 'far').execute()
  expect((await create('ada', 'one-more')).status).toBe(201)
})

test('where an organization has no room, a source is refused and a version replaces those before it, or fails', async () => {
  await at.put('grown', { text: text('One') })
  await at.put('grown', { text: text('Two') })
  const sql = at.world.sql()
  const total = async (without: string) => {
    const rows = await sql
      .selectFrom('openapi_spec')
      .select(['slug', 'bytes'])
      .where('organization_id', '=', acme)
      .execute()
    return rows.reduce((sum, { slug, bytes }) => sum + (slug === without ? 0 : Number(bytes)), 0)
  }
  /** Sets the number of bytes that still fit in. */
  const leave = async (bytes: number) =>
    sql
      .updateTable('openapi_spec')
      .set({ bytes: String(specLimits.bytes - (await total('filler')) - bytes) })
      .where('slug', '=', 'filler')
      .execute()
  await fill(acme, [{ slug: 'filler' }])
  await leave(100)

  const source = { text: text('x'.repeat(1000)) }
  const refused = await at.world.send('createOpenAPISpec', { body: { slug: 'large', source } })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/delete some/)])

  const grown = await at.put('grown', { text: text('Three') })
  expect(grown.lastProcessErrorCode).toBeUndefined()
  expect(await at.versions('grown')).toHaveLength(1)
  expect((await at.said('grown')).info.title).toBe('Three')

  await leave(100)
  at.serve('/large.json', text('x'.repeat(1000)))
  const failed = await at.put('fetched', { url: `${at.base}/large.json` })
  expect(failed).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR', lastProcessedErrors: [{ code: 'NO_ROOM' }] })
  expect(failed.lastVersion).toBeUndefined()
  await sql.deleteFrom('openapi_spec').where('slug', '=', 'filler').execute()
})

test('older versions are forgotten beyond the bytes that one specification may have, and the latest never is', async () => {
  await at.put('heavy', { text: text('One') })
  const second = await at.put('heavy', { text: text('Two') })
  const heavy = Math.round(specLimits.versionBytes * 0.7)
  const contents = at.world.sql().updateTable('openapi_content').where('spec_id', '=', second.id)
  await contents.set({ bytes: heavy }).execute()
  const third = await at.put('heavy', { text: text('Three') })
  const ids = async () => (await at.versions('heavy')).map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([third.lastVersion, second.lastVersion])
  await contents.set({ bytes: 2 * specLimits.versionBytes }).execute()
  const fourth = await at.put('heavy', { text: text('Four') })
  expect(await ids()).toEqual([fourth.lastVersion])
})

test.each(['getLatestOpenAPISpecVersionContent', 'getLatestOpenAPISpecVersionContentRaw'] as const)(
  'memory holds nothing of what %s answers to those who read slowly',
  async (id) => {
    const text = JSON.stringify(petstore('x'.repeat(1_100_000)))
    await at.put('long', { text })
    const readers = await slowReaders(at.world.test.service.port, 10)
    const call = at.world.test.callAt(readers.port)
    const params = { organizationId: acme, specSlug: 'long' }
    const before = await heldBytes()
    const asked = Array.from({ length: 10 }, () => call(openApiVersionOperations[id], { as: 'rex', params }))
    await readers.begun
    const grown = (await heldBytes()) - before
    readers.read()
    for (const { status, bytes } of await Promise.all(asked))
      expect([status, bytes.length > text.length]).toEqual([200, true])
    expect(grown).toBeLessThan(text.length * 4)
    readers.close()
  },
)
