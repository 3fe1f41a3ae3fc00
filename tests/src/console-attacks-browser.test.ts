import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda } from './console/sign-in-by-mail.ts'
import { hostileFiles, hostileTexts } from './visitors/hostile-pages.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000
const console = 'http://quire.localhost'

let users: ConsoleUsers
/** The path of a published page on the host of the console. */
let published: string

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    // An administrator, who opens other pages in the same browser.
    await openAda(users)
    published = await publishHostile()
  }, startMs)
  afterAll(() => users?.close())

  describe('whoever has the console open', beingAttacked)
}

/** Ways in which a text names an operation that changes something, or reads it. */
const aimedAt = (operation: string) => [
  `![x](${operation})\n\n<img src="${operation}">\n\n[x](${operation})`,
  `<form id="aimed" action="${operation}" method="post"><input name="title" value="Stolen"><button>Go</button></form>`,
  `<button formaction="${operation}" formmethod="post" form="aimed">Go</button>`,
  `<iframe src="${operation}"></iframe>\n\n<iframe src="/o/${users.organizationId}"></iframe>`,
  `<a href="${operation}" class="button primary">Go</a>`,
  `{% embed url="${operation}" %}\n\n{% file src="${operation}" %}`,
  `<script>fetch("${operation}", { method: "POST", credentials: "include" })</script>`,
]

/** Publishes pages that aim at operations of the interface, beside all that hostile texts have. */
async function publishHostile(): Promise<string> {
  const { made, organizationId } = users
  const { id: spaceId } = await made('createSpace', {}, { title: 'Hostile' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const operations = ['/v1/user', `/v1/orgs/${organizationId}/teams`, `${console}/v1/user/tokens`]
  const texts = { aimed: operations.flatMap(aimedAt).join('\n\n'), ...hostileTexts }
  const files = hostileFiles.map(({ text, ...file }) => ({ ...file, base64: Buffer.from(text).toString('base64') }))
  const changes = [
    ...Object.entries(texts).map(([slug, markdown]) => ({
      ...{ operation: 'insert_page', title: slug, slug, document: { markdown } },
    })),
    { operation: 'insert_files', files },
  ]
  for (const change of changes)
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes: [change] }, { compat: 'false' })
  await made('mergeChangeRequest', { spaceId, changeRequestId })
  const { id: siteId } = await made('createSite', {}, { title: 'Hostile', spaces: [spaceId] })
  return new URL((await made('publishSite', { siteId })).urls.published).pathname
}

/** Everything that the attacks aim at, as it is. */
const possessions = async () => [
  (await users.made('listTeamsInOrganizationById')).items,
  (await users.made('listAccessTokensForAuthenticatedUser')).items,
  (await users.made('getAuthenticatedUser')).displayName,
]

function beingAttacked() {
  test.each(['aimed', ...Object.keys(hostileTexts)])(
    'reads a published page beside it, “%s”, that gets nothing from the interface and asks nobody else, whatever is pressed',
    async (slug) => {
      const before = await possessions()
      const tab = await users.open()
      const asked: string[] = []
      const given: number[] = []
      const pathOf = (url: string) => new URL(url).pathname
      tab.page.on('request', (request) => {
        const isOfSite =
          request.url().startsWith(`${console}${published}`) || pathOf(request.url()).startsWith('/sites/-/')
        if (!isOfSite) asked.push(request.url())
      })
      tab.page.on('response', (response) => {
        if (pathOf(response.url()).startsWith('/v1/')) given.push(response.status())
      })
      // What only the policy of the page blocks counts as let through.
      await tab.page.setBypassCSP(true)
      await tab.goto(`${published}/${slug === 'aimed' ? '' : slug}`)
      await tab.page.evaluate(pressAll)
      await tab.page.waitForNetworkIdle()
      const others = asked.filter((url) => !url.startsWith('data:') && !url.startsWith(`${console}/v1/`))
      expect([others, given.filter((status) => status < 400)]).toEqual([[], []])
      expect(await possessions()).toEqual(before)
      await tab.page.close()
    },
  )
}

/** Sends every form of a page, and presses every button but those that ask others for something, which a reader decides. */
const pressAll = `{
  for (const form of document.querySelectorAll('main form')) form.requestSubmit()
  for (const button of document.querySelectorAll('main button')) {
    const { frame = '', picture = '' } = button.dataset
    if (!/^https?:/.test(frame + picture) || (frame + picture).startsWith(location.origin)) button.click()
  }
}`
