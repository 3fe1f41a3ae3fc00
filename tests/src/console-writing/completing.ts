import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { users } from '../console-browser/cast.ts'
import { draft, merge } from '../console-browser/spaces.fixture.ts'
import { openWriter, textOf } from '../console-browser/writers.fixture.ts'
import { isStored, offers, take, type Writer } from './writer.fixture.ts'

const picture = resolve(import.meta.dirname, '../../../docs/images/console-dark.png')

/** Inserts blocks, links and mentions by what the editor offers. */
export function completing() {
  let writer: Writer

  test('/ offers a block, and what it refers to is chosen from the pages of the change request', async () => {
    writer = await openWriter(users.spaceId, 'Completions', '\n## Greasing\n')
    const { tab, page } = writer
    const { pages } = await users.made('listPagesInChangeRequest', page)
    const cranks = pages.find(({ title }: { title: string }) => title === 'Cranks').id
    await tab.click('textbox', 'Text of the page, in markdown')
    await top(writer)
    await tab.page.keyboard.type('/Link to')
    await take(tab, 'Link to a page')
    await take(tab, 'Cranks')
    await isStored(tab)
    expect(await textOf(page)).toContain(`{% content-ref url="/pages/${cranks}" %}`)
  })

  test('/ offers every kind of block by its name in the language of the person', async () => {
    const { tab } = writer
    await newLine(writer)
    await tab.page.keyboard.type('/')
    for (const name of ['Heading 1', 'Columns', 'Cards', 'Button', 'Updates', 'OpenAPI operation', 'Reusable content'])
      await offers(tab, name)
    await tab.page.keyboard.press('Backspace')
  })

  test('a picture is uploaded from the block that / offers, and then offered by its name', async () => {
    const { tab, page } = writer
    await newLine(writer)
    await tab.page.keyboard.type('/Pict')
    await take(tab, 'Picture')
    const [chooser] = await Promise.all([tab.page.waitForFileChooser(), take(tab, 'Upload from this device …')])
    await chooser.accept([picture])
    await tab.page.waitForFunction(`document.querySelector('section .text img[alt="console-dark.png"]')`)
    await newLine(writer)
    await tab.page.keyboard.type('/Pict')
    await take(tab, 'Picture')
    await take(tab, 'console-dark.png')
    await isStored(tab)
    const text = await textOf(page)
    const [, file] = /!\[console-dark\.png\]\((\/files\/\w+)\)/.exec(text) ?? []
    expect(text.split(`](${file})`)).toHaveLength(3)
  })

  test('[[ offers the headings of a page behind its title and #, and those of the page itself behind # alone', async () => {
    const { tab, page } = writer
    await newLine(writer)
    await tab.page.keyboard.type('See [[Springs#')
    await take(tab, 'Oiling')
    await tab.page.keyboard.type(' and [[#Gre')
    await take(tab, 'Greasing')
    await isStored(tab)
    expect(await textOf(page)).toMatch(/See \[Oiling\]\(\/pages\/\w+#oiling\) and \[Greasing\]\(#greasing\)/)
  })

  test('[[ finds a page of another space that the person may read', async () => {
    const { tab, page } = writer
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Rules' })
    const torque = { operation: 'insert_page', title: 'Torque', document: { markdown: 'Forty newton metres.\n' } }
    await merge(spaceId, await draft(spaceId, 'Torque', torque))
    await newLine(writer)
    await tab.page.keyboard.type('Mind [[Torq')
    await take(tab, 'Torque')
    await isStored(tab)
    expect(await textOf(page)).toContain(`[Torque](/spaces/${spaceId}/pages/`)
  })

  test('@ offers people of the space before a letter is typed', async () => {
    const { tab, page } = writer
    await newLine(writer)
    await tab.page.keyboard.type('Ask @')
    await take(tab, 'grace@example.com')
    await isStored(tab)
    expect(await textOf(page)).toContain(`](/users/${users.grace} "mention")`)
    await tab.page.close()
  })
}

/** Puts the cursor at the beginning of the text. */
async function top({ tab }: Writer) {
  await tab.page.keyboard.down('Control')
  await tab.page.keyboard.press('Home')
  await tab.page.keyboard.up('Control')
}

/** Begins a paragraph at the end of the text. */
async function newLine({ tab }: Writer) {
  await tab.page.focus('.cm-content')
  await tab.page.keyboard.down('Control')
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.up('Control')
  await tab.page.keyboard.press('Enter')
  await tab.page.keyboard.press('Enter')
}
