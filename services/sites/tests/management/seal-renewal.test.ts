import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openSealer, renewSealed } from '@quire/kit'
import type { Sql } from '../../src/database.ts'
import { sealedColumns } from '../../src/management/sealed-columns.ts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const as = 'ada'

test('what an old key sealed is sealed with the current one, so that the old key can go', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'], visibility: 'share-link' }, as)
  const params = { siteId }
  await world.send('publishSite', { as, params })
  await world.send('createSiteShareLink', { as, params, body: { name: 'Partners' } })
  const server = {
    name: 'Tools',
    url: 'https://example.com/mcp',
    headers: { Authorization: 'Bearer one', 'X-Key': 'two' },
  }
  await world.send('createSiteMcpServer', { as, params, body: server })
  const own = { integrationName: 'tools' }
  const shipped = { integrationName: 'webhook' }
  const manifest = { organization: acme, title: 'Tools', description: '', scopes: [], endpoint: 'https://example.com/' }
  await world.send('publishIntegration', { as, params: own, body: manifest })
  const { body: installed } = await world.send('installIntegration', {
    as,
    params: shipped,
    body: { organization: acme },
  })
  const configuration = { url: 'https://example.com/hook', secret: 'sixteen letters or more' }
  const installation = { ...shipped, installationId: String(installed.id) }
  await world.send('updateIntegrationInstallation', { as, params: installation, body: { configuration } })
  const secrets = async () => [
    (await world.send('listSiteShareLinks', { as, params })).body.items[0].urls.published,
    (await world.send('getSitePublishingAuthById', { as, params })).body.privateKey,
    (await world.send('listSiteMcpServers', { as, params })).body.items[0].headers,
  ]
  const before = await secrets()
  const SECRETS_DIR = String(world.test.env.SECRETS_DIR)
  const [current, old] = [join(SECRETS_DIR, 'sealing.key'), join(SECRETS_DIR, 'sealing-old.key')]
  renameSync(current, old)
  writeFileSync(current, 'n'.repeat(43))
  const sql = () => world.test.service.foundation.database.background as unknown as Sql
  const sealer = openSealer({ SECRETS_DIR })
  expect(await renewSealed(sql(), sealedColumns, sealer)).toEqual({ renewed: 6, closed: [] })
  expect(await renewSealed(sql(), sealedColumns, sealer)).toEqual({ renewed: 0, closed: [] })
  rmSync(old)
  await world.test.restart()
  expect(await secrets()).toEqual(before)

  // An operator who lost the key learns which values are lost, and nothing is overwritten.
  writeFileSync(current, 'm'.repeat(43))
  const { renewed, closed } = await renewSealed(sql(), sealedColumns, openSealer({ SECRETS_DIR }))
  expect([renewed, closed.length, closed]).toEqual([0, 6, expect.arrayContaining([`publishing_auth.${siteId}`])])
  writeFileSync(current, 'n'.repeat(43))
  expect(await renewSealed(sql(), sealedColumns, sealer)).toEqual({ renewed: 0, closed: [] })
})
