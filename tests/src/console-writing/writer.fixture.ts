import type { ConsolePage } from '../console/console-users.ts'
import type { openWriter } from '../console-browser/writers.fixture.ts'

/** A tab in which somebody writes a page. */
export type Writer = Awaited<ReturnType<typeof openWriter>>

const optionNamed = (name: string) => `.cm-tooltip-autocomplete li ::-p-text(${name})`

/** Resolves when the editor offers something. */
export const offers = (tab: ConsolePage, name: string) => tab.page.waitForSelector(optionNamed(name))

/** Takes what the editor offers. */
export const take = (tab: ConsolePage, name: string) => tab.clickOn(optionNamed(name))

/** Resolves when the editor says that the page is saved as it is on the screen. */
export const isStored = (tab: ConsolePage) =>
  tab.page.waitForFunction(
    `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved')`,
  )
