import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { answer } from './console/interception.ts'
import { signInToAcme } from './console/sign-in-by-mail.ts'
import { fontFile } from './support/font-uploads.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let users: ConsoleUsers
let ada: ConsolePage
let sites: string
let reference: string
let site: string

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    const { made, organizationId } = users
    reference = (await made('createSpace', {}, { title: 'Reference' })).id
    sites = `/o/${organizationId}/sites`
  }, startMs)
  afterAll(() => users?.close())

  describe('the screens of sites', usingSites)
}

/** Reads an address as a visitor does, without the browser of the console. */
async function visit(address: string) {
  const { pathname } = new URL(address, 'http://any.example')
  const response = await fetch(`${users.world.gateways[0]}${pathname}`)
  return { status: response.status, text: await response.text() }
}

/** The address of the site, which the screen shows. */
const published = async () => (await users.made('getSiteById', { siteId: site })).urls.published as string

function usingSites() {
  test('somebody creates a site in three steps, and everybody reads it at the address that ends them', async () => {
    ada = await users.open()
    await signInToAcme(users, ada, 'ada@example.com')
    await ada.goto(sites)
    await ada.click('link', 'New site')
    await ada.sees('combobox', 'Space')
    await ada.click('button', 'Next')
    await ada.fill('Title', 'Acme docs')
    await ada.click('radio', 'Everybody Everybody can read it, and search engines find it.')
    await ada.click('button', 'Next')
    await ada.reads('Handbook')
    // The browser's own way back leads through the steps.
    await ada.page.goBack()
    await ada.sees('textbox', 'Title')
    await ada.click('button', 'Next')
    await ada.click('button', 'Create and publish')
    await ada.sees('heading', 'The site is published')
    const address = await ada.page.$eval('main a[target=_blank]', (link) => (link as unknown as { href: string }).href)
    const { status, text } = await visit(address)
    expect([status, text.includes('Oil the spring every week.')]).toEqual([200, true])
    await ada.click('link', 'Set it up')
    await ada.sees('heading', 'Overview')
    site = (await ada.path()).split('/').at(-1) ?? ''
  })

  test('sections are moved by keys alone, which is announced, and the site shows them in the new order', async () => {
    await ada.click('link', 'Structure')
    await ada.click('button', 'Add section')
    await ada.page.waitForSelector('[role=dialog] select')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Add"][role="button"])')
    await ada.sees('button', 'Actions for Reference')
    const order = async () =>
      [...(await visit(await published())).text.matchAll(/>(Acme docs|Reference)<\/a>/g)].map(([, one]) => one)
    const before = await order()
    await ada.page.focus('[aria-label="Actions for Reference"]')
    await ada.page.keyboard.down('Alt')
    await ada.page.keyboard.press('ArrowUp')
    await ada.page.keyboard.up('Alt')
    await ada.page.waitForFunction(`document.body.innerText.includes('“Reference” is now before “Acme docs”.')`)
    expect(await ada.page.evaluate('document.activeElement.ariaLabel')).toBe('Actions for Reference')
    const tabs = (titles: (string | undefined)[]) => titles.slice(-2)
    expect([tabs(before), tabs(await order())]).toEqual([
      ['Acme docs', 'Reference'],
      ['Reference', 'Acme docs'],
    ])
  })

  test('the menu of an entry moves it too, into a group and out again', async () => {
    await ada.click('button', 'Add group')
    await ada.fill('Title', 'More')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Add"][role="button"])')
    await ada.sees('button', 'Actions for More')
    await ada.click('button', 'Actions for Reference')
    await ada.click('menuitem', 'Move into “More”')
    await ada.page.waitForFunction(`document.body.innerText.includes('“Reference” is now in “More”.')`)
    const { structure } = await users.made('getSiteStructure', { siteId: site })
    expect(structure.map(({ title }: { title: string }) => title)).toEqual(['Acme docs', 'More'])
    await ada.click('button', 'Actions for Reference')
    await ada.click('menuitem', 'Move out of “More”')
    await ada.page.waitForFunction(`document.body.innerText.includes('“Reference” is now after “More”.')`)
  })

  const inPreview = (text: string) =>
    ada.page.waitForFunction(
      `document.querySelector('iframe')?.contentDocument?.body?.innerText.includes(${JSON.stringify(text)})`,
    )

  const summary = (text: string) => ada.clickOn(`::-p-xpath(//summary[normalize-space()="${text}"])`)

  test('what is customized is in the preview at once, and on the site when it is saved', async () => {
    await ada.click('link', 'Customization')
    await ada.fill('Title for readers', 'The Acme manual')
    await inPreview('The Acme manual')
    expect((await visit(await published())).text).not.toContain('The Acme manual')
    // What is not saved is there after a reload.
    await ada.page.reload()
    await inPreview('The Acme manual')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    expect((await visit(await published())).text).toContain('The Acme manual')
  })

  test('the header has a colour and links, one of which opens a menu, and the footer groups of links', async () => {
    // In a low window, the buttons for saving would be in front of those that are clicked.
    await ada.page.setViewport({ width: 1300, height: 2400 })
    await summary('Header')
    await ada.pick('Header', 'custom')
    const colour = await ada.page.waitForSelector('::-p-xpath(//fieldset[legend="Colour of the header"]//input)')
    // A picker of colours has no keys: the value is set as the browser sets it, past the property that React watches.
    await colour?.evaluate((input) => {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {}
      set?.call(input, '#123456')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await ada.click('button', 'Add a link')
    await ada.fill('Title of link 1', 'Tools')
    await ada.fill('Address of link 1', 'https://tools.example/')
    await summary('Look, condition and menu of Tools')
    await ada.click('button', 'Add to the menu')
    await ada.fill('Tools: Title of link 1', 'Status')
    await ada.fill('Tools: Address of link 1', 'https://status.example/')
    await ada.click('checkbox', 'Only open the menu')
    await ada.click('button', 'Add a link')
    await ada.fill('Title of link 2', 'Reference')
    await ada.pick('Kind of target of link 2', 'space')
    await ada.pick('Space of link 2', reference)
    await summary('Footer')
    await ada.click('button', 'Add a group')
    await ada.fill('Title of group 1', 'Company')
    await ada.fill('Company: Title of link 1', 'Imprint')
    await ada.fill('Company: Address of link 1', 'https://acme.example/imprint')
    await ada.click('button', 'Add a link to Company')
    await ada.fill('Company: Title of link 2', 'Care')
    await ada.pick('Company: Kind of target of link 2', 'page')
    await ada.click('button', 'Save')
    // Nothing is saved as long as the page is missing; the field says so.
    await ada.page.waitForFunction(`document.activeElement.matches('select:invalid')`)
    const { pages } = await users.made('listPages', { spaceId: users.spaceId })
    const springs = pages.find(({ title }: { title: string }) => title === 'Springs').id
    await ada.pick('Company: Page of link 2', springs)
    await inPreview('Care')
    await ada.fill('Shown only if', 'visitor ==')
    await ada.click('button', 'Save')
    await ada.reads('Links in the header › Shown only if (1): ')
    // An emptied field is one that keys empty: the browser's own value has no event.
    await ada.clickOn('::-p-aria([name="Shown only if"])')
    for (const _ of 'visitor ==') await ada.page.keyboard.press('Backspace')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    const { header, footer } = await users.made('getSiteCustomizationById', { siteId: site })
    const [status, imprint] = ['https://status.example/', 'https://acme.example/imprint']
    expect(header).toMatchObject({ preset: 'custom', backgroundColor: { light: '#123456' } })
    expect(header.links).toMatchObject([
      { title: 'Tools', to: null, links: [{ title: 'Status', to: { kind: 'url', url: status } }] },
      { title: 'Reference', to: { kind: 'space', space: reference } },
    ])
    const [, care] = footer.groups[0].links
    expect(footer.groups).toMatchObject([
      { title: 'Company', links: [{ title: 'Imprint', to: { kind: 'url', url: imprint } }, { title: 'Care' }] },
    ])
    expect(care.to).toEqual({ kind: 'page', space: users.spaceId, page: springs })
    const address = await published()
    const { text } = await visit(address)
    for (const one of [status, imprint]) expect(text).toContain(`href="${one}"`)
    const addressOf = (title: string) => new RegExp(`href="([^"]*)"[^>]*>${title}</a>`).exec(text)?.[1] ?? 'no link'
    expect((await visit(addressOf('Care'))).text).toContain('Oil the spring every week.')
    expect(addressOf('Reference')).toBe(`${new URL(address).pathname}/reference`)
    expect(text).not.toContain('https://tools.example/')
  })

  test('a space is taken off the site only after a question, which says what ends with it', async () => {
    await ada.click('link', 'Structure')
    await ada.click('button', 'Actions for Reference')
    await ada.click('menuitem', 'Take off the site …')
    await ada.reads('Visitors no longer find its pages, at once.')
    await ada.click('button', 'Cancel')
    await ada.sees('button', 'Actions for Reference')
    await ada.click('link', 'Customization')
  })

  test('a font of the organization is added, chosen for the site, and deleted', async () => {
    const stylingOf = async () => (await users.made('getSiteCustomizationById', { siteId: site })).styling
    await summary('Looks')
    await ada.click('button', 'Font: Add a font …')
    await ada.fill('Name', 'Acme Sans')
    await ada.choose(fontFile(), 'File of regular text')
    await ada.click('button', 'Add the font')
    await ada.sees('button', 'Delete Acme Sans')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    expect(await stylingOf()).toMatchObject({ font: { fontFamily: 'Acme Sans' }, monospaceFont: 'IBMPlexMono' })
    expect((await visit(await published())).text).toContain('Acme Sans')
    await ada.click('button', 'Delete Acme Sans')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Delete Acme Sans"][role="button"])')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    expect(await stylingOf()).toMatchObject({ font: 'Inter' })
    expect((await visit(await published())).text).not.toContain('Acme Sans')
  })

  test('a picture beside links to the site is uploaded and seen in its pages, and one that is refused says why', async () => {
    const upload = async (name: string, content: string | Buffer) => {
      const file = join(users.world.env.MAIL_DIR ?? '', name)
      await writeFile(file, content)
      const picker = '::-p-xpath(//fieldset[legend="Picture beside links to the site"]//input[@type="file"])'
      const input = await ada.page.waitForSelector(picker)
      await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(file)
    }
    await upload('bad.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await ada.reads('The drawing has a part that could run a script or load something. Save it without:')
    await upload('good.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
    await ada.sees('button', 'Picture beside links to the site: Replace')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    const { socialPreview } = await users.made('getSiteCustomizationById', { siteId: site })
    const { text } = await visit(await published())
    expect(/<meta property="og:image" content="[^"]*\/([^"/]*)">/.exec(text)?.[1]).toBe(
      socialPreview.url.split('/').at(-1),
    )
    await ada.click('button', 'Picture beside links to the site: Remove')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    expect((await users.made('getSiteCustomizationById', { siteId: site })).socialPreview).toEqual({})
  })

  test('a space has looks of its own, and follows the site in everything else until it has none of them', async () => {
    const { structure } = await users.made('getSiteStructure', { siteId: site })
    const siteSpaceId = structure[0].siteSpaces[0].id
    const looks = () => users.made('getSiteSpaceCustomizationById', { siteId: site, siteSpaceId })
    await ada.sees('combobox', 'Looks of')
    await ada.page.select('select', siteSpaceId)
    await ada.page.waitForFunction(`location.search === '?space=${siteSpaceId}'`)
    await ada.fill('Title for readers', 'Only the handbook')
    await inPreview('Only the handbook')
    await ada.click('button', 'Save')
    await ada.reads('Saved. Visitors see it now.')
    expect((await visit(await published())).text).toContain('Only the handbook')
    await users.made(
      'updateSiteCustomizationById',
      { siteId: site },
      { title: 'Acme', styling: { corners: 'straight' } },
    )
    expect(await looks()).toMatchObject({ title: 'Only the handbook', styling: { corners: 'straight' } })
    await ada.click('button', 'As the whole site')
    await ada.clickOn('[role=dialog] ::-p-aria([name="As the whole site"][role="button"])')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    expect(await looks()).toMatchObject({ title: 'Acme', hasOverrides: false })
    expect((await visit(await published())).text).not.toContain('Only the handbook')
  })

  test('a share link opens the site to whoever has it, until it is revoked', async () => {
    await ada.click('link', 'Audience')
    await ada.click(
      'radio',
      'Whoever has a share link Each link has a key that nobody can guess. You can revoke one link and keep the others.',
    )
    await ada.click('button', 'Save')
    await ada.fill('Name of the link', 'Testers')
    await ada.click('button', 'Create a link')
    await ada.sees('textbox', 'Address of Testers')
    const address = await ada.page.$eval('li input[readonly]', (input) => (input as unknown as { value: string }).value)
    expect([(await visit(await published())).status, (await visit(address)).status]).toEqual([404, 200])
    await ada.click('button', 'Revoke: Testers')
    await ada.reads('the same address cannot be made again')
    expect((await visit(address)).status).toBe(200)
    await ada.click('button', 'Revoke')
    await ada.reads('There are no links yet')
    expect((await visit(address)).status).toBe(404)
  })

  test('a refusal is shown at the field that it names, and what was typed stays', async () => {
    await ada.goto(`${sites}/${site}/domain`)
    await ada.fill('Host', 'docs.acme')
    await ada.click('button', 'Save')
    await ada.reads('Enter a host in small letters')
    expect(await ada.page.$eval('input', (input) => (input as unknown as { value: string }).value)).toBe('docs.acme')
    await ada.fill('Host', 'docs.acme.example')
    await ada.click('button', 'Save')
    await ada.sees('textbox', 'Value')
  })

  test('a refusal to remove the host is shown in the question, which stays', async () => {
    await ada.click('button', 'Remove')
    const stop = await answer(ada, (request) => request.method() === 'PATCH', 503, 'Restarting')
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.page.waitForSelector('[role=dialog] [role=alert]')
    await stop()
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    expect(await users.made('getSiteById', { siteId: site })).not.toHaveProperty('hostname')
  })

  test('a redirect from the path of a page says which page it hides, and so does a list', async () => {
    await ada.goto(`${sites}/${site}/redirects`)
    await ada.click('button', 'Add a redirect')
    await ada.fill('Old path', '/acme-docs/cranks')
    await ada.reads('“Handbook › Cranks” is at this path.')
    await ada.fill('Old path', '/no-page')
    await ada.page.waitForFunction(`!document.body.innerText.includes('is at this path')`)
    await ada.click('button', 'Cancel')
    await ada.click('button', 'Paste a list')
    await ada.fill('Redirects', '/cranks,https://cranks.example/\n/old,/springs')
    await ada.reads(
      'A page is at one of these paths. Visitors will no longer reach it there: Handbook › Cranks (/cranks)',
    )
    await ada.fill('Redirects', '')
    await ada.page.keyboard.press('Escape')
  })

  test('a title that comes near its bound says how long it is, and a longer one is cut off there', async () => {
    await ada.goto('/')
    await ada.click('button', 'New space or collection')
    await ada.fill('Title', 'x'.repeat(44))
    await ada.page.keyboard.type('yy')
    await ada.reads('46 of 50 characters')
    await ada.page.keyboard.type('y'.repeat(9))
    await ada.reads('50 of 50 characters')
    await ada.page.waitForFunction(
      `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === '50 of 50 characters')`,
    )
    await ada.click('button', 'Cancel')
  })

  test('a list of redirects is pasted, and a path of it leads on', async () => {
    await ada.goto(`${sites}/${site}/redirects`)
    await ada.click('button', 'Paste a list')
    await ada.fill('Redirects', 'from,to\n/oil,/springs\nhttps://old.example.com/shop,https://shop.example.com/\n/bad')
    await ada.reads('Left out: line 4. There is no target behind the old path.')
    await ada.click('button', 'Save 2 redirects')
    await ada.reads('Handbook › Springs')
    await ada.reads('https://shop.example.com/')
  })

  test('a redirect that was deleted comes back by undoing it', async () => {
    await ada.goto(`${sites}/${site}/redirects`)
    await ada.click('button', 'Delete /oil')
    await ada.reads('The redirect of /oil was deleted.')
    await ada.page.waitForFunction(`!document.querySelector('[aria-label="Delete /oil"]')`)
    await ada.click('button', 'Undo')
    await ada.sees('button', 'Delete /oil')
  })

  test('an MCP server is removed after a question, since its headers go with it', async () => {
    await users.made(
      'createSiteMcpServer',
      { siteId: site },
      { name: 'Weather', url: 'https://mcp.example/', headers: {} },
    )
    await ada.goto(`${sites}/${site}/mcp`)
    await ada.click('button', 'Remove Weather')
    await ada.reads('The values of its headers are deleted with it.')
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.reads('There are no servers yet')
  })

  test('the name in the address of a site is changed, and not taken away by an empty field', async () => {
    const { basename } = await users.made('getSiteById', { siteId: site })
    await ada.goto(`${sites}/${site}/settings`)
    // Filling with nothing would tell the page of no change.
    await ada.fill('Name in the address', 'x')
    await ada.page.keyboard.press('Backspace')
    await ada.click('button', 'Save')
    await ada.page.waitForSelector('input:invalid:focus')
    expect(await ada.page.evaluate('document.body.innerText')).not.toContain('Saved.')
    await ada.fill('Name in the address', `${basename}-2`)
    await ada.click('button', 'Save')
    await ada.reads('Saved.')
    expect((await users.made('getSiteById', { siteId: site })).basename).toBe(`${basename}-2`)
  })

  test('a site that is begun on a space that was deleted since begins with another one', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Ash' })
    await ada.goto(`${sites}/new`)
    await ada.pick('Space', spaceId)
    await users.made('deleteSpaceById', { spaceId })
    await ada.page.reload()
    await ada.sees('combobox', 'Space')
    await ada.click('button', 'Next')
    await ada.fill('Title', 'Phoenix docs')
    await ada.click('button', 'Next')
    await ada.click('button', 'Create and publish')
    await ada.sees('heading', 'The site is published')
    const [created] = (await users.made('listSites', {}, undefined, { title: 'Phoenix' })).items
    await users.made('deleteSiteById', { siteId: created.id })
  })

  test('who may only read sees the site and its structure, and nothing that changes them', async () => {
    await ada.forget()
    await signInToAcme(users, ada, 'grace@example.com')
    await ada.goto(sites)
    await ada.reads('Acme docs')
    expect(await ada.page.$$('a[href$="/sites/new"]')).toEqual([])
    await ada.goto(`${sites}/${site}`)
    await ada.sees('heading', 'Overview')
    const offered = () =>
      ada.page.$$eval('main button, nav[aria-label="Parts of the site"] a', (all) =>
        all.map(({ textContent }) => textContent),
      )
    expect(await offered()).toEqual(['Overview', 'Structure'])
    await ada.click('link', 'Structure')
    await ada.reads('Handbook')
    expect(await offered()).toEqual(['Overview', 'Structure'])
    for (const part of ['customization', 'audience', 'redirects', 'mcp', 'settings']) {
      await ada.goto(`${sites}/${site}/${part}`)
      await ada.reads('Only people who may create content in this organization can change the site.')
      expect(await offered()).toEqual(['Overview', 'Structure'])
    }
  })
}
