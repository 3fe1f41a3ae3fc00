import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { startCast } from './console-browser/cast.ts'
import { discussing } from './console-browser/discussing.ts'
import { editing } from './console-browser/editing.ts'
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
    editing()
    writingTogether()
    reading()
    signingOut()
  })
}
