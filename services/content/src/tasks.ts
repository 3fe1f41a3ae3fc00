// What content does with texts of users, away from the thread that serves requests. A thread loads this module and no
// other of the service: nothing here may reach the database or the configuration.
import type { ConvertedDocx } from './imports/readers/docx/convert-docx.ts'
import type { ConvertedHtml, ConvertTerms } from './imports/readers/html/convert-html.ts'
import type { RobotsAnswers } from './imports/readers/website/ask-robots.ts'
import type { SitemapNames } from './imports/readers/website/read-sitemap.ts'

export { evaluateMarkdown, links, pageBlocks, parseSummary, toDocument, toMarkdown } from '@quire/document'
export { nodePreview } from './comments/node-preview.ts'
export { measurePicture } from './files/dimensions.ts'
export { readImported } from './imports/read.ts'
export { readConfig } from './imports/read-config.ts'
export { mergeText } from './merge/text.ts'
export { readText } from './pages/read-text.ts'
export { findShown, readShown } from './search/find-shown.ts'
export { readForSearch } from './search/read-page.ts'
export { readTargets } from './targets/read-targets.ts'

/** Pages of HTML are few: what they need is loaded with the first of them. */
export async function convertHtml(bytes: Uint8Array, terms: ConvertTerms): Promise<ConvertedHtml> {
  return (await import('./imports/readers/html/convert-html.ts')).convertHtml(bytes, terms)
}

export async function convertDocx(bytes: Uint8Array, folder: string): Promise<ConvertedDocx> {
  return (await import('./imports/readers/docx/convert-docx.ts')).convertDocx(bytes, folder)
}

export async function askRobots(address: string, text: string, urls: string[]): Promise<RobotsAnswers> {
  return (await import('./imports/readers/website/ask-robots.ts')).askRobots(address, text, urls)
}

export async function readSitemap(xml: string): Promise<SitemapNames> {
  return (await import('./imports/readers/website/read-sitemap.ts')).readSitemap(xml)
}
