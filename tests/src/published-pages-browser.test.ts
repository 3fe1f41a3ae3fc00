import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { accessiblePages, type Closed } from './readers/accessible.ts'
import { askingSites } from './readers/asking.ts'
import { hostileContent, seedHostile } from './readers/hostile.ts'
import { seedClosed, seedManual } from './readers/manual.ts'
import { type Readers, startReaders } from './readers/readers.ts'
import { readingSites } from './readers/reading.ts'

let readers: Readers
let closed: Closed

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    readers = await startReaders()
    await seedManual(readers)
    closed = await seedClosed(readers)
    await readers.settled()
  })
  afterAll(() => readers?.close())

  describe('whoever reads', () => accessiblePages(() => ({ ...readers, closed })))
  describe('a reader', () => readingSites(() => readers))
  describe('who has a question', () => askingSites(() => readers))
  describe('whoever writes', () => {
    beforeAll(() => seedHostile(readers))
    hostileContent(() => readers)
  })
}
