import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { serveFile } from './support/file-server.ts'
import { refusedValues, settingEffects } from './support/setting-effects.ts'
import { settingLeaves } from './support/setting-leaves.ts'
import { settled, systemOf } from './support/system-databases.ts'

let world: World
let put: (settings: object) => Promise<{ status: number; body: { error?: { message: string } } }>
let visit: (path: string, headers?: Record<string, string>) => Promise<Response>
let setPublished: (isPublished: boolean) => Promise<unknown>
/** Returns the cookie of a member who previews the site. */
let previewCookie: () => Promise<string>
let admit: (visibility: string) => Promise<unknown>
/** Uploads a file to the site; returns its address for the settings. */
let upload: (bytes: Buffer | string) => Promise<string>

beforeAll(async () => {
  const chart = '![Chart](https://images.example.com/chart.png)'
  const start = `---\nicon: bell\n---\n\n# Start\n\n[Out](https://example.com/outside)\n\n${chart}\n`
  await using file = { ...(await serveFile(Buffer.from(start), 'start.md')), [Symbol.asyncDispose]: () => file.close() }
  world = await createWorld({ env: { OUTBOUND_ALLOW: file.allow, IMPORT_REMOTE_PICTURES: 'false' } })
  const gateway = world.gateways[0] ?? ''
  const { token } = await world.person('ada@example.com', 'Ada')
  const api = apiOf(gateway)
  const organizationId = (await api.made('createOrganization', token, { body: { title: 'Acme' } })).id
  const made = (operation: string, params: object, body: object, query?: Record<string, string>) =>
    api.made(operation, token, { params: { organizationId, ...params }, body, query })
  const { id: spaceId } = await made('createSpace', {}, { title: 'Manual' })
  await made('importContent', { spaceId }, { source: 'markdown', url: file.url })
  const repository = { url: 'https://git.quire.test/docs.git', repoTreeURL: 'https://github.com/team/docs/tree/main' }
  const branch = { ref: 'main', host: 'github', direction: 'import' }
  await api.made('setSpaceGitSync', token, { params: { spaceId }, body: { ...repository, ...branch } })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const changes = [{ operation: 'insert_page', title: 'Next', document: { markdown: 'More.' } }]
  await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes }, { compat: 'false' })
  await made('mergeChangeRequest', { spaceId, changeRequestId }, {})
  const { id: siteId } = await made('createSite', {}, { title: 'Docs', spaces: [spaceId] })
  await made('updateSiteById', { siteId }, { basename: 'docs', visibility: 'public' })
  await made('publishSite', { siteId }, {})
  put = (body) => api.send('updateSiteCustomizationById', token, { params: { organizationId, siteId }, body })
  admit = (visibility) => made('updateSiteById', { siteId }, { visibility })
  upload = async (bytes) => {
    const params = { organizationId, siteId }
    return (await api.made('putSiteFile', token, { params, body: new Blob([new Uint8Array(Buffer.from(bytes))]) })).url
  }
  visit = (path, headers = {}) => fetch(`${gateway}${path}`, { headers })
  setPublished = (isPublished) => made(isPublished ? 'publishSite' : 'unpublishSite', { siteId }, {})
  previewCookie = async () => {
    const { url } = await api.made('getSitePublishingPreviewById', token, { params: { organizationId, siteId } })
    return `quire-visitor=${new URL(url).searchParams.get('jwt_token')}`
  }
  await settled(systemOf(world))
}, 60_000)
afterAll(() => world?.close())

/** Returns settings of paths and values, as a request has them. */
function settingsOf(values: Record<string, unknown>): object {
  const all: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const steps = path.replaceAll('[]', '.0').split('.')
    let at: Record<string, unknown> = all
    for (const [index, step] of steps.entries()) {
      const next =
        index + 1 === steps.length ? structuredClone(value) : (at[step] ?? (steps[index + 1] === '0' ? [] : {}))
      at[step] = next
      at = next as Record<string, unknown>
    }
  }
  return all
}

/** Returns a file of a font that Quire ships. */
async function shippedFile(): Promise<Buffer> {
  const sheet = /href="(\/sites\/-\/assets\/fonts\/[^"]+)"/.exec(await pageWith({}))?.[1] ?? ''
  const file = /url\(\.\/([^)]+latin[^)]*)\)/.exec(await (await visit(sheet)).text())?.[1] ?? ''
  return Buffer.from(await (await visit(sheet.replace('font.css', file))).arrayBuffer())
}

/** Returns the site's first page with these settings. */
async function pageWith(values: Record<string, unknown>): Promise<string> {
  const { status, body } = await put(settingsOf(values))
  expect([values, status, body.error?.message]).toEqual([values, 200, undefined])
  return (await visit('/sites/docs')).text()
}

test('every setting of the contract has an effect on pages, or is refused', () => {
  const named = settingLeaves().map(({ path, isRefused }) => [
    path,
    isRefused ? path in refusedValues : path in settingEffects,
  ])
  expect(named.filter(([, isKnown]) => !isKnown)).toEqual([])
})

test('a setting that is accepted is seen on the next visit, each of its values in its own way', async () => {
  for (const { path, values, isRefused } of settingLeaves()) {
    if (isRefused) continue
    const { seen, value, beside = {}, isRemoved = false } = settingEffects[path] ?? { seen: 'an effect' }
    if (values.length === 0) {
      const isSeen = async (settings: object) => `${await pageWith({ ...beside, ...settings })}`.includes(`${seen}`)
      expect([path, await isSeen({}), await isSeen({ [path]: value })]).toEqual([path, isRemoved, !isRemoved])
      continue
    }
    const pages = new Set<string>()
    for (const one of values) {
      const page = await pageWith({ ...beside, [path]: one })
      const isSeen = typeof seen === 'string' ? page.includes(seen) === one : page.includes(seen(`${one}`))
      expect([path, one, isSeen]).toEqual([path, one, true])
      pages.add(page)
    }
    expect([path, pages.size]).toEqual([path, values.length])
  }
}, 60_000)

test('a setting that Quire does not have is refused by name', async () => {
  for (const [path, value] of Object.entries(refusedValues)) {
    const { status, body } = await put(settingsOf({ [path]: value }))
    expect([path, status, body.error?.message]).toEqual([path, 400, expect.stringContaining(`body.${path}`)])
    expect(body.error?.message).toContain('Quire')
  }
})

test('the classes of settings have rules in the style sheet', async () => {
  const page = await pageWith({})
  const css = await (await visit(/<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '')).text()
  const classes = ['theme-bold', 'theme-gradient', 'depth-flat', 'links-accent', 'search-subtle', 'sidebar-filled']
  for (const name of [...classes, 'list-pill', 'list-line', 'header-bold'])
    expect([name, css.includes(`.${name}`)]).toEqual([name, true])
})

test('pictures and fonts that were uploaded come from the site itself, and run nothing', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
  const fontBytes = await shippedFile()
  const [picture, font] = [await upload(drawing), await upload(fontBytes)]
  const path = (url: string) => `/sites/docs/-/site-files/${url.split('/').at(-1)}`
  const page = await pageWith({
    'header.logo': { light: picture, dark: picture },
    'footer.logo': { light: picture, dark: picture },
    'favicon.icon': { light: picture, dark: picture },
    'socialPreview.url': picture,
    'styling.font': {
      ...{ id: 'own', custom: true, fontFamily: 'Own Sans' },
      fontFaces: [{ weight: 400, sources: [{ url: font }] }],
    },
  })
  expect(page).toContain(`src="${path(picture)}" alt="" height="32"`)
  expect(page).toContain(`src="${path(picture)}" alt="" height="24"`)
  expect(page).toContain(`<link rel="icon" href="${path(picture)}"`)
  expect(page).toMatch(new RegExp(`property="og:image" content="http://[^"/]+${path(picture)}"`))
  expect(page).toContain(
    `@font-face{font-family:'Own Sans';font-weight:400;font-display:swap;src:url('${path(font)}') format('woff2')}`,
  )
  expect(page).toContain("--font:'Own Sans', ")
  const { headers } = await visit('/sites/docs')
  expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https://images.example.com;")
  for (const [url, type, bytes] of [
    [picture, 'image/svg+xml', Buffer.from(drawing)],
    [font, 'font/woff2', fontBytes],
  ] as const) {
    // The address in the settings serves renderers elsewhere.
    for (const at of [path(url), new URL(url).pathname]) {
      const answer = await visit(at)
      expect([at, answer.status, answer.headers.get('content-type')]).toEqual([at, 200, type])
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
  expect((await visit('/sites/docs/-/site-files/nothing.svg')).status).toBe(404)
  await admit('share-link')
  expect((await visit(path(picture))).status).toBe(404)
  await admit('public')
})

test('no shared cache keeps the files of a site that somebody previews', async () => {
  const url = await upload('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>')
  const answerTo = async (headers: Record<string, string> = {}) => {
    const answer = await visit(new URL(url).pathname, headers)
    const [cached, opened] = ['cache-control', 'cross-origin-resource-policy'].map((name) => answer.headers.get(name))
    return [answer.status, cached, opened]
  }
  const cookie = await previewCookie()
  const preview = [200, 'private, max-age=86400', 'same-origin']
  expect(await answerTo()).toEqual([200, 'public, max-age=86400', 'cross-origin'])
  expect(await answerTo({ cookie })).toEqual(preview)
  await setPublished(false)
  expect((await answerTo())[0]).toBe(404)
  expect(await answerTo({ cookie })).toEqual(preview)
  await setPublished(true)
})

test('fonts come from the site itself, with every file that their style sheets name, and stay with the reader', async () => {
  for (const name of settingLeaves().find(({ path }) => path === 'styling.font')?.values ?? []) {
    const page = await pageWith({ 'styling.font': name })
    const sheets = [...page.matchAll(/href="(\/sites\/-\/assets\/fonts\/[^"]+)"/g)].map(([, path = '']) => path)
    expect([name, sheets.length]).toEqual([name, 2])
    const sheet = await visit(sheets[0] ?? '')
    const css = await sheet.text()
    const family = /--font:'([^']+)'/.exec(page)?.[1]
    expect([sheet.headers.get('content-type'), css.includes(`font-family: '${family}'`)]).toEqual([
      'text/css; charset=utf-8',
      true,
    ])
    expect(css).not.toMatch(/url\((?!\.\/files\/[\w-]+\.woff2\))/)
    const file = /url\(\.\/([^)]+latin[^)]*)\)/.exec(css)?.[1] ?? ''
    const font = await visit((sheets[0] ?? '').replace('font.css', file))
    expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
      200,
      'font/woff2',
      'public, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
  }
  const { headers } = await visit('/sites/docs')
  expect(headers.get('content-security-policy')).toContain("font-src 'self';")
  for (const path of ['Inter-1/font.css', 'Nothing-1/font.css', 'Inter-5.3.0/files/../package.json'])
    expect((await visit(`/sites/-/assets/fonts/${path}`)).status).toBe(404)
})
