import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { noBrowser, type Page, violationsOf } from '@quire/browser'
import { type ModelEndpoint, openModelEndpoint, written } from './support/model-endpoint.ts'
import { type BrowserVisitors, startBrowserVisitors } from './visitors/browser-visitors.ts'
import { seedManual } from './visitors/manual.ts'

const question = 'When do I oil the spring?'
const reading = 'Reading the pages to find an answer…'
const brokeOff = 'The answer broke off here and is not complete.'
const failed = 'No answer could be written just now. Ask again in a moment, or search for single words.'

const askAgain = '.answer > button'

let model: ModelEndpoint
let readers: BrowserVisitors

/** Opens a page and asks the question in its search dialog. */
async function ask(): Promise<Page> {
  const page = await readers.visit('manual/turning')
  await page.evaluate(record)
  await page.keyboard.press('/')
  await page.waitForSelector('.search-dialog[open]')
  await page.keyboard.type(question)
  await page.waitForSelector(`.search-question[data-question="${question}"]`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  return page
}

/** Records what the status of an answer says, one after the other, and whether the panel was ever without a word. */
const record = `{
  window.said = []
  window.wasBlank = false
  new MutationObserver(() => {
    const box = document.querySelector('.answer')
    if (!box || box.hidden) return
    const status = box.querySelector('[role=status]').textContent
    if (status !== '' && status !== said.at(-1)) said.push(status)
    if (status === '' && box.querySelector('.text').textContent === '') window.wasBlank = true
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
}`

const said = (page: Page) => page.evaluate('[window.said, window.wasBlank]')
const isSaid = (page: Page, text: string) =>
  page.waitForFunction(`document.querySelector('.answer [role=status]').textContent === ${JSON.stringify(text)}`)
const textOf = (page: Page) => page.$eval('.answer .text', ({ textContent }) => textContent)
const boxOf = (page: Page) =>
  page.$eval('.search-dialog', (dialog) => (({ top, bottom }) => [top, bottom])(dialog.getBoundingClientRect()))
const answering = (isOn: boolean) => readers.made('updateOrganizationById', {}, { ai: isOn })

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    model = await openModelEndpoint()
    readers = await startBrowserVisitors(model.env)
    await seedManual(readers)
    await readers.settled()
    await readers.indexed()
  }, 180_000)
  afterAll(async () => {
    await readers?.close()
    model?.stop()
  })

  test('the panel says at once, and once, that the pages are read, where the answer will stand', async () => {
    const asked = model.asked()
    const page = await ask()
    const response = await asked
    await isSaid(page, reading)
    const before = await boxOf(page)
    expect(await violationsOf(page)).toEqual([])
    response.write(written('Each year [1]. And'))
    await page.waitForFunction(`document.querySelector('.answer .text').textContent.includes('Each year')`)
    expect(await boxOf(page)).toEqual(before)
    response.end(written(' then [1].', 'stop'))
    await page.waitForSelector('.answer .text[aria-busy=false]')
    expect(await said(page)).toEqual([[reading], false])
    await page.close()
  })

  test('an answer that breaks off stays as far as it came, says so below, and is asked for again by a button', async () => {
    const asked = model.asked()
    const page = await ask()
    const response = await asked
    response.write(written('Each year [1]. And'))
    await page.waitForFunction(`document.querySelector('.answer .text').textContent.includes('Each year')`)
    await answering(false)
    await isSaid(page, brokeOff)
    expect(await textOf(page)).toContain('Each year')
    expect(await page.$eval('.answer', ({ textContent }) => textContent)).not.toContain(failed)
    expect(await violationsOf(page)).toEqual([])
    const order = `document.querySelector('.answer .text').compareDocumentPosition(document.querySelector('.answer [role=status]'))`
    expect(await page.evaluate(order)).toBe(4)
    await answering(true)
    await readers.settled()
    const [again, request] = [model.asked(), page.waitForRequest((one) => one.url().includes('/-/ask.events'))]
    expect(await page.$eval(askAgain, ({ textContent }) => textContent)).toBe('Ask again')
    await page.click(askAgain)
    const query = new URL((await request).url()).searchParams
    // A question that is asked again does not follow itself.
    expect([query.get('q'), query.getAll('before')]).toEqual([question, []])
    const second = await again
    second.end(written('Each year, in spring [1].', 'stop'))
    await page.waitForSelector('.answer .text[aria-busy=false]')
    expect(await textOf(page)).toContain('in spring')
    expect(await page.$(askAgain)).toBeNull()
    expect(await said(page)).toEqual([[reading, brokeOff, reading], false])
    await page.close()
  })

  test('where no answer begins, the panel says what to do', async () => {
    const page = await readers.visit('manual/turning')
    await page.evaluate(record)
    await answering(false)
    await readers.settled()
    await page.click('button[data-action=ask]:not([hidden])')
    await isSaid(page, failed)
    expect(await textOf(page)).toBe('')
    expect(await violationsOf(page)).toEqual([])
    await answering(true)
    await readers.settled()
    const asked = model.asked()
    await page.click(askAgain)
    ;(await asked).end(written('Each year [1].', 'stop'))
    await page.waitForSelector('.answer .text[aria-busy=false] ::-p-text(Each year)')
    await page.close()
  })

  test('without a script, the page of an answer that breaks off has as much of it, and asks again', async () => {
    const { world } = readers
    const fetchFrom = (path: string) =>
      fetch(`${world.gateways[0]}/sites/manual/-/${path}?${new URLSearchParams({ q: question })}`)
    const visit = async () => {
      const answer = await fetchFrom('ask')
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
    }
    const asked = model.asked()
    const visiting = visit()
    const response = await asked
    // Words of a second answer show that the first one has come as far.
    const askedBeside = model.asked()
    const beside = await fetchFrom('ask.events')
    for (const one of [response, await askedBeside]) one.write(written('Each year [1]. And'))
    let events = ''
    for await (const part of beside.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      events += part
      if (events.includes('Each year')) break
    }
    await answering(false)
    const half = await visiting
    expect([half.status, half.text.includes(brokeOff), half.text.includes(`<p>${failed}`)]).toEqual([200, true, false])
    expect(half.text).toMatch(
      new RegExp(`Each year[\\s\\S]*<button type="submit" name="q" value="${question.replace('?', '\\?')}">Ask again<`),
    )
    expect(half.text).not.toContain('data-answered')
    await answering(true)
    await readers.settled()
    await world.restart('ai', async () => {
      const none = await visit()
      expect([none.status, none.text.includes(`<p>${failed}`), none.retryAfter]).toEqual([
        503,
        true,
        expect.any(String),
      ])
    })
  })
}
