import type { Page } from '@quire/browser'
import { publicOrigin } from './readers.ts'

/**
 * What happens on a page that no page of ours does: something that people wrote runs or tries to, asks somebody else for
 * something, or leads the reader away. The list grows while the page is open.
 */
export async function incidentsOn(page: Page): Promise<string[]> {
  const incidents: string[] = []
  const isOurs = (url: string) => new URL(url).origin === publicOrigin || /^(?:data|about):/.test(url)
  // Where `pwn` runs in a frame, the frame has it too.
  await page.evaluateOnNewDocument('window.pwn = () => console.log("pwned")')
  page.on('console', (said) => {
    const text = said.text()
    if (/pwned|content security policy/i.test(text)) incidents.push(text)
  })
  page.on('pageerror', (error) => incidents.push(String(error)))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!isOurs(request.url())) incidents.push(`asks ${request.url()}`)
  })
  page.on('popup', () => incidents.push('opens a window'))
  page.on('frameattached', () => incidents.push('has a frame'))
  return incidents
}
