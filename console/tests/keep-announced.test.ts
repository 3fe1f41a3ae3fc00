import { expect, test } from '@jest/globals'
import { keepAnnounced } from '../src/screens/editor/keep-announced.ts'

/** A tab whose clock `pass` moves on, and in which `show` hides or shows it. */
function fakeTab() {
  let now = 0
  let due: { at: number; work: () => void } | undefined
  let turned = () => {}
  let left = () => {}
  const document = {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => {
      turned = listener
    },
    removeEventListener: () => {
      turned = () => {}
    },
  }
  const tab = {
    document: document as never,
    addEventListener: (_: 'pagehide', listener: () => void) => {
      left = listener
    },
    removeEventListener: () => {
      left = () => {}
    },
    setTimeout(work: () => void, ms: number) {
      due = { at: now + ms, work }
      return 1
    },
    clearTimeout: () => {
      due = undefined
    },
    performance: { now: () => now },
  }
  return {
    tab,
    async pass(ms: number) {
      for (const end = now + ms; now < end; now += 500) {
        if (due && due.at <= now) {
          const { work } = due
          due = undefined
          work()
        }
        await Promise.resolve()
      }
    },
    show(isVisible: boolean) {
      document.hidden = !isVisible
      turned()
    },
    leave: () => left(),
  }
}

function announcing(answers: () => boolean = () => true) {
  const said: boolean[] = []
  const page = fakeTab()
  const end = keepAnnounced(async (active) => {
    said.push(active)
    return answers()
  }, page.tab)
  return { ...page, said, end }
}

test('an editor is announced every twenty seconds while the tab is visible, and no longer at the end', async () => {
  const { said, pass, show, end } = announcing()
  await pass(62_000)
  expect(said).toEqual([true, true, true, true])
  show(false)
  await pass(60_000)
  expect(said).toHaveLength(4)
  show(true)
  await pass(2000)
  expect(said).toHaveLength(5)
  end()
  await pass(60_000)
  expect(said.slice(5)).toEqual([false])
})

test('turning to and fro announces no more than every five seconds, and a page left at once is not announced', async () => {
  const { said, pass, show, end } = announcing()
  for (let turns = 0; turns < 20; turns++) {
    show(turns % 2 === 1)
    await pass(1000)
  }
  expect(said.length).toBeLessThanOrEqual(5)
  end()
  const brief = announcing()
  await brief.pass(500)
  brief.end()
  expect(brief.said).toEqual([])
})

test('a refused announcement is repeated only once the tab is shown anew, and a closed tab takes its own back', async () => {
  const { said, pass, show, leave } = announcing(() => false)
  await pass(60_000)
  expect(said).toEqual([true])
  show(false)
  show(true)
  await pass(6000)
  expect(said).toEqual([true, true])
  leave()
  expect(said).toEqual([true, true, false])
})
