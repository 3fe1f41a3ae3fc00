import type { ConsolePage } from './console-users.ts'

/** A screen of the console, by the name of its picture. */
export interface Screen {
  name: string
  path: string
  /** True on the screen once it is there; without it all that is loaded has to be. */
  isThere?: string
  /** Leads the screen into the state that is shown. */
  open?: (tab: ConsolePage) => Promise<unknown>
  /** Ends what would go on on other screens. */
  close?: (tab: ConsolePage) => Promise<unknown>
}
