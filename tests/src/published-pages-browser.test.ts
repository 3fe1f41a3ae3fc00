import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { accessiblePages, type Closed } from './visitors/accessible-pages.ts'
import { askingSites } from './visitors/asking-sites.ts'
import { type BrowserVisitors, startBrowserVisitors } from './visitors/browser-visitors.ts'
import { hostileContent, seedHostile } from './visitors/hostile-content.ts'
import { largeSites } from './visitors/large-sites.ts'
import { looksOfPages } from './visitors/looks-of-pages.ts'
import { looksOfSites } from './visitors/looks-of-sites.ts'
import { seedClosed, seedManual } from './visitors/manual.ts'
import { readingSites } from './visitors/reading-sites.ts'
import { reportedEvents } from './visitors/reported-events.ts'
import { specificationPages } from './visitors/specification-pages.ts'

let readers: BrowserVisitors
let closed: Closed

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    readers = await startBrowserVisitors()
    await seedManual(readers)
    closed = await seedClosed(readers)
    await readers.settled()
  })
  afterAll(() => readers?.close())

  describe('whoever reads', () => accessiblePages(() => ({ ...readers, closed })))
  describe('a reader', () => readingSites(() => readers))
  describe('who looks closely', () => looksOfPages(() => readers))
  describe('a reader of a large site', () => largeSites(() => readers))
  describe('who looks at a site', () => looksOfSites(() => readers))
  describe('who has a question', () => askingSites(() => readers))
  describe('who is counted', () => reportedEvents(() => readers))
  describe('the address of a specification', () => specificationPages(() => readers))
  describe('whoever writes', () => {
    beforeAll(() => seedHostile(readers))
    hostileContent(() => readers)
  })
}
