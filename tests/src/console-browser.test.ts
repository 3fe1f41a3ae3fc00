import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { administering } from './console-browser/administering.ts'
import { answering } from './console-browser/answering.ts'
import { byKeys } from './console-browser/by-keys.ts'
import { startCast } from './console-browser/cast.ts'
import { conflicts } from './console-browser/conflicts.ts'
import { discussing } from './console-browser/discussing.ts'
import { editing } from './console-browser/editing.ts'
import { endedPages } from './console-browser/ended-pages.ts'
import { endedSessions } from './console-browser/ended-sessions.ts'
import { entering } from './console-browser/entering.ts'
import { finding } from './console-browser/finding.ts'
import { synchronizing } from './console-browser/git.ts'
import { leavingPages } from './console-browser/leaving-pages.ts'
import { movingFocus } from './console-browser/moving-focus.ts'
import { narrowWindows } from './console-browser/narrow-windows.ts'
import { inOneSpace } from './console-browser/one-space.ts'
import { organizing } from './console-browser/organizing.ts'
import { pageEditors } from './console-browser/page-editors.ts'
import { pageSettings } from './console-browser/page-settings.ts'
import { reading } from './console-browser/reading.ts'
import { restoring } from './console-browser/restoring.ts'
import { reviewing } from './console-browser/reviewing.ts'
import { signingIn, signingOut } from './console-browser/signing-in.ts'
import { suggesting } from './console-browser/suggesting.ts'
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
    entering()
    endedSessions()
    discussing()
    answering()
    organizing()
    finding()
    reviewing()
    synchronizing()
    editing()
    conflicts()
    writingTogether()
    pageEditors()
    pageSettings()
    narrowWindows()
    byKeys()
    suggesting()
    endedPages()
    leavingPages()
    restoring()
    movingFocus()
    reading()
    administering()
    inOneSpace()
    signingOut()
  })
}
