import { expect, test } from '@jest/globals'
import { grace, isSaved } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'
import { draftPage, edit, textOf } from './writers.fixture.ts'

/** Writes and reviews without a pointer. */
export function byKeys() {
  test('a page is written, left by Escape and Tab, reviewed and merged by keys alone', async () => {
    const { spaceId } = await createSpace('Keys')
    const edited = await draftPage(spaceId, 'Keyed', 'First.\n')
    const { keyboard } = grace.page
    await edit(grace, edited)
    await pressTo('Tab', isInText)
    await grace.reads('Escape, then Tab, leaves the text.')
    await keyboard.down('Control')
    await keyboard.press('End')
    await keyboard.up('Control')
    await keyboard.press('Tab')
    expect(await grace.page.evaluate(isInText)).toBe(true)
    const isStored = isSaved('Second.')
    await keyboard.sendCharacter('Second.')
    await isStored
    expect(await textOf(edited)).toContain('Second.')
    await keyboard.press('Escape')
    await keyboard.down('Shift')
    await pressTo('Tab', isOn('Review changes'))
    await keyboard.up('Shift')
    await keyboard.press('Enter')
    await grace.sees('button', 'Approve')
    await pressTo('Tab', isOn('Approve'))
    await keyboard.press('Enter')
    await grace.reads('Approved')
    await pressTo('Tab', isOn('Merge'))
    await keyboard.press('Enter')
    await grace.reads('Its changes are live.')
  })

  const isOn = (name: string) => `document.activeElement.textContent === ${JSON.stringify(name)}`
  const isInText = `document.activeElement.matches('.cm-content')`

  /** Presses a key until the focus is where it is wanted. */
  async function pressTo(key: 'Tab', isThere: string) {
    for (let presses = 0; !(await grace.page.evaluate(isThere)); presses++) {
      if (presses > 200) throw new Error(`${key} does not lead to ${isThere}`)
      await grace.page.keyboard.press(key)
    }
  }
}
