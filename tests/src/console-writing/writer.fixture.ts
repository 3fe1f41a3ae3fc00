import type { ConsolePage } from '../console/console-users.ts'
import { takeOption } from '../console/take-option.ts'
import type { openWriter } from '../console-browser/writers.fixture.ts'

/** A tab in which somebody writes a page. */
export type Writer = Awaited<ReturnType<typeof openWriter>>

/** Resolves when the editor offers something. */
export const offers = (tab: ConsolePage, name: string) =>
  tab.page.waitForSelector(`.cm-tooltip-autocomplete li ::-p-text(${name})`)

/** Takes what the editor offers. */
export const take = (tab: ConsolePage, name: string) => takeOption(tab.page, name)

/** Resolves when the editor says that the page is saved as it is on the screen. */
export const isStored = (tab: ConsolePage) =>
  tab.page.waitForFunction(
    `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved')`,
  )
