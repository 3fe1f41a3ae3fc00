import type { Page } from '@quire/browser'
import { publicOrigin } from './browser-visitors.ts'

/**
 * Collects incidents on a page, which none of our pages causes: content runs or tries to, requests another host, or leads
 * the visitor away. The list grows while the page is open.
 */
export async function incidentsOn(page: Page): Promise<string[]> {
  const incidents: string[] = []
  const isOurs = (url: string) => new URL(url).origin === publicOrigin || /^(?:data|about):/.test(url)
  // Frames get the function `pwn` too.
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
