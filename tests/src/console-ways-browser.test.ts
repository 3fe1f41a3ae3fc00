import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { keys, pointer } from './console-ways/hands.ts'
import { languages } from './console-ways/languages.ts'
import { everyday, invitesByMail, signIn, type Way } from './console-ways/stories.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let users: ConsoleUsers

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers({ SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: '100' })
  }, startMs)
  afterAll(() => users?.close())

  describe.each([
    ['with a pointer in a wide window', 'en', 1300, pointer],
    ['in German on a phone', 'de', 360, pointer],
    ['by keys alone', 'en', 1300, keys],
  ] as const)('%s', (name, language, width, handOf) => {
    let way: Way
    const wayIn = (open: 'open' | 'openApart') => async (): Promise<Way> => {
      const tab = await users[open]({ language, width })
      return { name, users, words: languages[language], tab, hand: handOf(tab), apart: wayIn('openApart') }
    }

    beforeAll(async () => {
      way = await wayIn('open')()
      await way.tab.forget()
      await way.tab.goto('/sign-in')
      await signIn(way, 'ada@example.com')
      await way.tab.sees('heading', 'Acme')
    })
    afterAll(() => way?.tab.page.close())

    invitesByMail(() => way)
    // Other suites go the first way through everything else.
    if (language === 'de' || handOf === keys) everyday(() => way)
  })
}
