import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { noPictures } from '@quire/browser'
import { type BrowserVisitors, startBrowserVisitors } from './visitors/browser-visitors.ts'
import { seedManual } from './visitors/manual.ts'
import { picturesOfPages, seedSpecimen } from './visitors/pictures-of-pages.ts'

let readers: BrowserVisitors

if (noPictures) test(`no pictures are compared: ${noPictures}`, () => expect(noPictures).not.toBe(''))
else {
  beforeAll(async () => {
    readers = await startBrowserVisitors()
    await seedManual(readers)
    await seedSpecimen(readers)
    await readers.settled()
    await readers.indexed()
  }, 180_000)
  afterAll(() => readers?.close())
  picturesOfPages(() => readers)
}
