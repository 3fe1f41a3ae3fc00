// Tasks on texts of users, which run away from the thread that serves requests. A worker thread loads this module alone:
// nothing here may import the database or the configuration.
import type { ConvertedDocx } from './imports/readers/docx/convert-docx.ts'
import type { IndexedPage } from './imports/readers/html/confluence-index.ts'
import type { ConvertedHtml, ConvertTerms } from './imports/readers/html/convert-html.ts'
import type { DatabaseRow } from './imports/readers/notion/convert-database.ts'
import type { RobotsAnswers } from './imports/readers/website/ask-robots.ts'
import type { SitemapNames } from './imports/readers/website/read-sitemap.ts'

export { addresses, evaluateMarkdown, links, parseSummary, toDocument, toMarkdown } from '@quire/document'
export { nodePreview } from './discussion/comments/node-preview.ts'
export { keepBlocks } from './editing/authoring/keep-blocks.ts'
export { revertBlocks } from './editing/authoring/revert-blocks.ts'
export { compareTexts } from './editing/diff/compare-texts.ts'
export { mergeText } from './editing/merge/merge-text.ts'
export { spellingOf } from './exports/archive/source-spelling.ts'
export { writeHead } from './exports/archive/write-head.ts'
export { listSiteEntries } from './imports/list-site-entries.ts'
export { readConfig } from './imports/read-config.ts'
export { readImported } from './imports/read-imported.ts'
export { readTargets } from './links/read-targets.ts'
export { readText } from './pages/read-text.ts'
export { readForSearch } from './search/read-for-search.ts'
export { measurePicture } from './storage/files/dimensions.ts'
export { findInVisibleText, readVisibleText } from './visitors/find-in-visible-text.ts'
export { specificationParts } from './visitors/specification-parts.ts'

/** Loads its libraries with the first page of HTML, since few are converted. */
export async function convertHtml(bytes: Uint8Array, terms: ConvertTerms): Promise<ConvertedHtml> {
  return (await import('./imports/readers/html/convert-html.ts')).convertHtml(bytes, terms)
}

export async function convertDocx(bytes: Uint8Array, folder: string): Promise<ConvertedDocx> {
  return (await import('./imports/readers/docx/convert-docx.ts')).convertDocx(bytes, folder)
}

export async function convertDatabase(csv: string, title: string, rows: DatabaseRow[]): Promise<string> {
  return (await import('./imports/readers/notion/convert-database.ts')).convertDatabase(csv, title, rows)
}

export async function readConfluenceIndex(bytes: Uint8Array): Promise<IndexedPage[]> {
  return (await import('./imports/readers/html/confluence-index.ts')).readConfluenceIndex(bytes)
}

export async function storageHtml(storage: string, page: { id: string; title: string }): Promise<string> {
  return (await import('./imports/readers/confluence/storage-html.ts')).storageHtml(storage, page)
}

export async function askRobots(address: string, text: string, urls: string[]): Promise<RobotsAnswers> {
  return (await import('./imports/readers/website/ask-robots.ts')).askRobots(address, text, urls)
}

export async function readSitemap(xml: string): Promise<SitemapNames> {
  return (await import('./imports/readers/website/read-sitemap.ts')).readSitemap(xml)
}
