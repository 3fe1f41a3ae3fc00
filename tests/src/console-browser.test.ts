import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { answering } from './console-browser/answering.ts'
import { startCast } from './console-browser/cast.ts'
import { conflicts } from './console-browser/conflicts.ts'
import { discussing } from './console-browser/discussing.ts'
import { editing } from './console-browser/editing.ts'
import { endedPages } from './console-browser/ended-pages.ts'
import { leavingPages } from './console-browser/leaving-pages.ts'
import { organizing } from './console-browser/organizing.ts'
import { reading } from './console-browser/reading.ts'
import { signingIn, signingOut } from './console-browser/signing-in.ts'
import { writingTogether } from './console-browser/writing-together.ts'

let cast: Awaited<ReturnType<typeof startCast>> | undefined

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    cast = await startCast()
  })
  afterAll(() => cast?.close())

  describe('the console', () => {
    signingIn()
    discussing()
    answering()
    organizing()
    editing()
    conflicts()
    writingTogether()
    endedPages()
    leavingPages()
    reading()
    signingOut()
  })
}
