import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { siteFileLimits } from '@quire/contracts'
import type { Sql } from '../../src/database.ts'
import { sweepSiteFiles } from '../../src/management/customization/sweep-site-files.ts'
import { publicUrl, startWorld, type World } from '../world.ts'
import { gif, ico, jpeg, png, svg, ttf, webp, woff, woff2 } from './files.fixture.ts'

const hours = 3600_000
let world: World
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  world = await startWorld({}, { now })
})
afterAll(() => world.test.stop())

const put = (siteId: string, bytes: Buffer, as: NonNullable<Parameters<World['send']>[1]>['as'] = 'cleo') =>
  world.send('putSiteFile', { as, params: { siteId }, body: new Uint8Array(bytes) })
const customize = (siteId: string, body: object) =>
  world.send('updateSiteCustomizationById', { params: { siteId }, body })
const site = async () => (await world.makeSite({ spaces: ['manual'] })).id
const themed = (url: string) => ({ light: url, dark: url })
const fontOf = (url: string, more: object = {}) => ({
  styling: {
    font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces: [{ weight: 400, sources: [{ url, ...more }] }] },
  },
})
const sql = () => world.test.service.foundation.database.background as unknown as Sql
const idsOn = async (siteId: string) =>
  (await sql().selectFrom('site_file').select('id').where('site_id', '=', siteId).execute()).map(({ id }) => id)
const sweep = () => sweepSiteFiles(sql(), now())

test.each([
  ['image/png', png(40, 30), { width: 40, height: 30 }],
  ['image/jpeg', jpeg(), { width: 1, height: 1 }],
  ['image/gif', gif(), { width: 1, height: 1 }],
  ['image/webp', webp(), { width: 1, height: 1 }],
  ['image/x-icon', ico(), { width: 16, height: 16 }],
  ['image/svg+xml', svg(), undefined],
  ['font/woff2', woff2(), undefined],
  ['font/woff', woff(), undefined],
  ['font/ttf', ttf(), undefined],
])('a file of type %s is known by its bytes, and has one address', async (contentType, bytes, dimensions) => {
  const siteId = await site()
  const { status, body } = await put(siteId, bytes)
  expect([status, body]).toEqual([
    201,
    {
      ...{ object: 'site-file', id: expect.any(String), contentType, size: bytes.length },
      kind: contentType.startsWith('font') ? 'font' : 'picture',
      url: expect.stringMatching(`^${publicUrl}/sites/${siteId}/-/site-files/${body.id}\\.\\w+$`),
      ...(dimensions && { dimensions }),
    },
  ])
  expect((await put(siteId, bytes)).body).toEqual(body)
  expect((await put(await site(), bytes)).body.id).not.toBe(body.id)
})

const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(value, at)
  return copy
}
const xlink = ' xmlns:xlink="http://www.w3.org/1999/xlink"'

test.each([
  ['nothing', Buffer.alloc(0), 'neither a picture nor a font'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'neither a picture nor a font'],
  ['a script', Buffer.from('alert(1)'), 'neither a picture nor a font'],
  ['a picture of another kind', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'image/bmp'],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]), 'application/zip'],
  ['a picture that unpacks to gigabytes', png(60_000, 60_000, 1), '60000 by 60000 pixels'],
  ['an icon that is a film too', Buffer.concat([Buffer.from('\0\0\x01\0ftypheic'), Buffer.alloc(60)]), 'image/heic'],
  ['the beginning of an icon', ico().subarray(0, 4), 'damaged picture'],
  ['half a picture', jpeg().subarray(0, 60), 'damaged picture'],
  ['a font of another length', woff2().subarray(0, 5000), 'damaged font'],
  ['a font that unpacks to gigabytes', changed(woff2(), 16, 2 ** 31), 'unpacked'],
  ['a font whose tables lie outside', changed(ttf(), 20, 2 ** 30), 'damaged font'],
  ['a font with a page behind it', Buffer.concat([woff(), Buffer.from('<script>1</script>')]), 'damaged font'],
])('%s is refused', async (_, bytes, message) => {
  const { status, body } = await put(await site(), bytes)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
})

test.each([
  ['a script', svg('<script>1</script>'), '<script>'],
  [
    'a script of another case and namespace',
    svg('<x:SCRIPT xmlns:x="http://www.w3.org/2000/svg">1</x:SCRIPT>'),
    '<script>',
  ],
  ['a page', svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">1</p></foreignObject>'), '<foreignobject>'],
  ['an event', svg('', ' onload="alert(1)"'), 'onload'],
  ['a link', svg('<a href="https://example.com"/>'), '<a>'],
  ['a picture from elsewhere', svg('<image href="https://example.com/a.png"/>'), 'an address in href'],
  ['a script in an address', svg('<use xlink:href="javascript:1"/>', xlink), 'an address in xlink:href'],
  ['a drawing in an address', svg('<use href="data:image/svg+xml;base64,PHN2Zz4="/>'), 'an address in href'],
  ['a change to an address', svg('<set attributeName="href" to="javascript:1"/>'), '<set>'],
  ['an import', svg('<style>@import "https://example.com/a.css"</style>'), 'a style'],
  ['an address in a style', svg('<rect style="fill:url(https://example.com/a)"/>'), 'an address in a style'],
  ['an escaped address in a style', svg('<style>a{b:\\75 rl(//example.com)}</style>'), 'escapes in a style'],
  ['an escape that is no number', svg('<rect style="fill:u\\rl(http://a.example/)"/>'), 'escapes'],
  ['pictures by density', svg('<style>rect { fill: image-set("http://a.example/a.png" 1x) }</style>'), 'loads'],
  ['an outer document type', Buffer.from(`<!DOCTYPE svg SYSTEM "http://a.example/a.dtd">${svg('')}`), 'document type'],
  ['another encoding', Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svg('')}`), 'encoding'],
  ['entities', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`), 'entities'],
  ['a style sheet', Buffer.from(`<?xml-stylesheet href="https://example.com/a.css"?>${svg()}`), 'processing'],
  ['errors', svg('<g>'), 'errors of its XML'],
  ['another root', Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"/>'), 'another root'],
  ['another encoding', Buffer.concat([svg(), Buffer.from([0xff, 0xfe])]), 'not UTF-8'],
  ['too many parts', svg('<g/>'.repeat(20_000)), 'more than 20000'],
])('a drawing with %s is refused', async (_, bytes, message) => {
  const { status, body } = await put(await site(), bytes)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
})

test('drawings as programs write them are accepted', async () => {
  const written = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${svg(
  `<metadata><x:work xmlns:x="http://example.com/x"/></metadata><defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00"/></linearGradient></defs>
<style>.a{fill:url(#a)}</style><rect class="a" width="8" height="8" fill="url('#a')"/><use xlink:href="#a"/><image href="data:image/png;base64,${png(1, 1).toString('base64')}"/>`,
  xlink,
)}`
  expect((await put(await site(), Buffer.from(written))).status).toBe(201)
})

test('files are bounded by their kind', async () => {
  const siteId = await site()
  const noise = (length: number) => Buffer.concat([png(8, 8), Buffer.alloc(length)])
  expect((await put(siteId, noise(siteFileLimits.picture))).status).toBe(413)
  expect((await put(siteId, svg(`<!--${'a'.repeat(siteFileLimits.drawing)}-->`))).status).toBe(413)
  expect((await put(siteId, Buffer.alloc(siteFileLimits.font + 1))).status).toBe(413)
  expect(await idsOn(siteId)).toEqual([])
})

test('only those who may change the look upload to it', async () => {
  const siteId = await site()
  const statuses = []
  for (const as of ['rex', 'gus', 'olga']) statuses.push((await put(siteId, png(8, 8), as)).status)
  expect(statuses).toEqual([403, 404, 404])
  expect(await idsOn(siteId)).toEqual([])
})

test('settings name only files of their own site, each in its place', async () => {
  const [siteId, other] = [await site(), await site()]
  const [picture, font, foreign] = [await put(siteId, png(8, 8)), await put(siteId, woff2()), await put(other, woff2())]
  const refused: [object, string][] = [
    [fontOf(foreign.body.url), 'body.styling.font.fontFaces.0.sources.0.url: must be the address'],
    [fontOf('https://example.com/own.woff2'), 'body.styling.font.fontFaces.0.sources.0.url: must be the address'],
    [fontOf(picture.body.url), 'body.styling.font.fontFaces.0.sources.0.url: is a picture'],
    [fontOf(font.body.url, { format: 'woff' }), 'body.styling.font.fontFaces.0.sources.0.format: must fit'],
    [{ header: { logo: themed(font.body.url) } }, 'body.header.logo.light: is a font'],
    [
      { favicon: { icon: themed(picture.body.url.replace(picture.body.id, 'none')) } },
      'body.favicon.icon.light: is no file',
    ],
    [
      { styling: { font: { id: 'own', custom: true, fontFamily: "a';}", fontFaces: [] } } },
      'body.styling.font.fontFamily: must',
    ],
    [
      { styling: { font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces: [] } } },
      'body.styling.font.fontFaces: ',
    ],
  ]
  for (const [body, message] of refused) {
    const answer = await customize(siteId, body)
    expect([body, answer.status, answer.body.error.message]).toEqual([body, 400, expect.stringContaining(message)])
  }
  const settings = { ...fontOf(font.body.url, { format: 'woff2' }), header: { logo: themed(picture.body.url) } }
  const { status, body } = await customize(siteId, settings)
  expect([status, body]).toMatchObject([200, settings])
  expect((await customize(siteId, body)).body).toEqual(body)
})

test('a file that no setting names is deleted after a day, and one that is named stays', async () => {
  const siteId = await site()
  const siteSpaceId = (await world.siteSpaces(siteId))[0]?.id ?? ''
  const [logo, social, unused] = [
    await put(siteId, png(8, 8)),
    await put(siteId, png(8, 9)),
    await put(siteId, png(8, 10)),
  ]
  await customize(siteId, { header: { logo: themed(logo.body.url) } })
  const own = (url: string | null) =>
    world.send('overrideSiteSpaceCustomizationById', {
      params: { siteId, siteSpaceId },
      body: { socialPreview: { url } },
    })
  expect((await own(social.body.url)).status).toBe(200)
  await sweep()
  expect(await idsOn(siteId)).toHaveLength(3)
  aheadMs += 25 * hours
  await sweep()
  expect((await idsOn(siteId)).toSorted()).toEqual([logo.body.id, social.body.id].toSorted())
  expect((await customize(siteId, { footer: { logo: themed(unused.body.url) } })).status).toBe(400)
  await own(null)
  await customize(siteId, { header: { logo: themed(logo.body.url) } })
  aheadMs += 25 * hours
  await sweep()
  expect(await idsOn(siteId)).toEqual([logo.body.id])
  await world.send('deleteSiteById', { as: 'ada', params: { siteId } })
  expect(await idsOn(siteId)).toEqual([])
})

test('a site and a person have room for so many files', async () => {
  const sites = [await site(), await site(), await site(), await site()]
  const fill = async (siteId: string, count: number) => {
    for (let at = 0; at < count; at++) expect((await put(siteId, svg(`<!--${at}-->`), 'ada')).status).toBe(201)
  }
  await fill(sites[0] ?? '', 100)
  const full = await put(sites[0] ?? '', png(8, 8), 'cleo')
  expect([full.status, full.body.error.message]).toEqual([409, expect.stringContaining('may have 100')])
  // Equal bytes take no further room.
  expect((await put(sites[0] ?? '', svg('<!--7-->'), 'cleo')).status).toBe(201)
  await fill(sites[1] ?? '', 100)
  await fill(sites[2] ?? '', 100)
  const busy = await put(sites[3] ?? '', png(8, 8), 'ada')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '86400'])
  // An upload through an organization's own sign-in of a person counts for whoever made the organization.
  const signedIn = { kind: 'saml', scope: 'full', userId: 'ada', organizationId: 'acme' } as const
  expect((await put(sites[3] ?? '', png(9, 9), signedIn)).status).toBe(201)
  expect((await put(sites[3] ?? '', png(8, 8), 'cleo')).status).toBe(201)
}, 60_000)
