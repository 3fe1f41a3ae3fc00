import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { signInToAcme } from './console/sign-in-by-mail.ts'
import { startCast, users } from './console-browser/cast.ts'
import { completing } from './console-writing/completing.ts'
import { settingPages } from './console-writing/setting-pages.ts'
import { undoing } from './console-writing/undoing.ts'

let cast: Awaited<ReturnType<typeof startCast>> | undefined

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    cast = await startCast()
    const ada = await users.open()
    await signInToAcme(users, ada, 'ada@example.com')
    await ada.page.close()
  })
  afterAll(() => cast?.close())

  describe('writing in the console', () => {
    completing()
    settingPages()
    undoing()
  })
}
