import { writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { ZipFile } from 'yazl'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda } from './console/sign-in-by-mail.ts'

/** A server of pictures that lets every request wait until `letGo` is called, and has none of them. */
const waiting = new Set<ServerResponse>()
const pictures = createServer((_, response) => void waiting.add(response))
const letGo = () => {
  for (const response of waiting) response.writeHead(404).end()
}
const pictureHost = () => `127.0.0.1:${(pictures.address() as AddressInfo).port}`

let users: ConsoleUsers
let ada: ConsolePage

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
    users = await startConsoleUsers({ IMPORT_REMOTE_PICTURES: 'true' }, [pictureHost()])
    ada = await openAda(users)
  })
  afterAll(async () => {
    await users?.close()
    pictures.closeAllConnections()
    pictures.close()
  })

  describe('imports in the console', importing)
}

/** Packs files, chooses the archive in the wizard, and begins the import into a new space. */
async function beginImport(tab: ConsolePage, title: string, files: Record<string, string>) {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), path)
  archive.end()
  const file = join(users.world.env.MAIL_DIR ?? '', `${title}.zip`)
  await writeFile(file, await buffer(archive.outputStream))
  await tab.goto(`/o/${users.organizationId}/imports/new`)
  await tab.sees('button', 'Start the import')
  await tab.choose(file)
  await tab.fill('Title of the space', title)
  await tab.click('button', 'Start the import')
  await tab.sees('heading', `Import into ${title}`)
}

/** A page with a picture that is not there, in each of twelve folders; one with a dead link; and a file that is none. */
const untidy = {
  'README.md': '# Home\n',
  'plans.docx': 'not a document',
  'dead.md': '# Dead\n\n[Gone](gone.md)\n',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}/p.md`, `# Page ${at}\n\n![A](a${at}.png)\n`])),
}

/** Types a text behind what is in the search field with this label. */
async function find(tab: ConsolePage, label: string, text: string) {
  await tab.click('searchbox', label)
  await tab.page.keyboard.type(text)
}

function importing() {
  test('the report of an import has a group for each kind of notice, which opens by keys, and leads to the pages', async () => {
    await beginImport(ada, 'Untidy', untidy)
    await ada.sees('heading', 'Report')
    expect(await ada.page.$$eval('details > summary', (all) => all.map(({ textContent }) => textContent))).toEqual([
      'Files that could not be read 1',
      'Pictures that are not there 12',
      'Links that lead nowhere 1',
    ])
    expect(await ada.page.$('details[open]')).toBeNull()
    await ada.page.focus('details:nth-of-type(2) > summary')
    await ada.page.keyboard.press('Enter')
    await ada.reads('The picture a7.png is not there.')
    await ada.click('link', 'f7/p.md')
    await ada.sees('heading', 'Page 7')
    await ada.page.goBack()
    await ada.sees('heading', 'Report')
  })

  test('the entries of a long report are found by their text, and how many is announced', async () => {
    await find(ada, 'Find in the report', 'F11/')
    await ada.reads('1 of 14 entries')
    await ada.sees('link', 'f11/p.md')
    expect(await ada.page.$$eval('details li', ({ length }) => length)).toBe(1)
    await find(ada, 'Find in the report', ' and more')
    await ada.reads('No entry has this text.')
  })

  test('a report has no wider lines than a phone, in another language too', async () => {
    const path = await ada.path()
    const phone = await users.open({ width: 360, language: 'de' })
    await phone.goto(path)
    await find(phone, 'Im Bericht suchen', 'p.md')
    await phone.reads('12 von 14 Einträgen')
    await phone.sees('link', 'f0/p.md')
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(phone.errors).toEqual([])
    await phone.page.close()
  })

  test('an import says what it does before there are pages to count, and announces it', async () => {
    const shown = ['a', 'b'].map((name) => `![](http://${pictureHost()}/${name}.png)`)
    await beginImport(ada, 'Pictured', { 'README.md': `# Home\n\n${shown.join('\n')}\n` })
    await ada.reads('Fetching pictures of other servers: 0 of 2')
    expect(await ada.page.$eval('main [role=status]', ({ textContent }) => textContent)).toBe(
      'Fetching pictures of other servers: 0 %',
    )
    await ada.sees('progressbar', 'Fetching pictures of other servers')
    letGo()
    await ada.sees('link', 'Open the space')
    await ada.reads('Pictures that stay links')
  })
}
